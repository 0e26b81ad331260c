import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../config/settings.ts';
import type { IndicatorMatcher } from '../domain/detection/indicator-matcher.ts';
import { installFeed } from '../domain/intelligence/threat-intel/feeds/install-feed.ts';
import type { RefreshFeedsPorts } from '../domain/intelligence/threat-intel/feeds/refresh-feeds.ts';
import { WarningList } from '../domain/intelligence/threat-intel/warning/warning-list.ts';
import type { Feed } from '../ports/threats/feed.ts';
import type { IndicatorStore } from '../ports/threats/indicators.ts';
import { createFileFetch } from '../sources/file-fetch.ts';

type Given = Omit<RefreshFeedsPorts, 'install' | 'warnings' | 'settings' | 'indicators'> & {
  readonly indicators: Pick<IndicatorStore, 'replaceSource' | 'removeSource'>;
  readonly matcher: IndicatorMatcher;
  readonly key: (setting: string) => string | undefined;
};

/** Makes the ports of feeds: their source, their keys and their destination. `fetch` is the way to the network. */
export function feedPorts(
  config: Pick<Config, 'feedDirectory'>,
  { matcher, key, ...given }: Given,
): RefreshFeedsPorts {
  return {
    ...given,
    ...(config.feedDirectory === undefined
      ? { settings: { url: (feed) => feed.url, key } }
      : fromFiles(resolve(config.feedDirectory))),
    warnings: new WarningList(),
    install: (feed, segment) => installFeed(feed, segment, { indicators: given.indicators, matcher }),
  };
}

/** Keys are for the network alone. */
function fromFiles(directory: string): Pick<RefreshFeedsPorts, 'fetch' | 'settings'> {
  return {
    fetch: createFileFetch(pathToFileURL(`${directory}/`)),
    settings: {
      url: (feed) => pathToFileURL(join(directory, fileOf(feed))).href,
      key: () => 'none needed',
    },
  };
}

/** A feed of several files is a directory that has what the feed's own has. */
function fileOf({ id, format }: Feed): string {
  return format.family === 'misp' ? join(id, 'manifest.json') : id;
}

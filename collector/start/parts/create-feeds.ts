import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import type { Config } from '../../config/settings.ts';
import type { IndicatorMatcher } from '../../domain/detection/indicator-matcher.ts';
import { chooseFeeds } from '../../domain/intelligence/threat-intel/feeds/choose-feeds.ts';
import { FeedFigures } from '../../domain/intelligence/threat-intel/feeds/feed-figures.ts';
import { FeedsInForce } from '../../domain/intelligence/threat-intel/feeds/feeds-in-force.ts';
import { FeedOverlaps } from '../../domain/intelligence/threat-intel/value/feed-overlaps.ts';
import type { Meter } from '../../ports/system/metrics.ts';
import { feeds } from '../../sources/feeds/index.ts';
import { feedPorts } from '../feed-ports.ts';
import { outboundGuard } from '../outbound-guard.ts';
import type { Stores } from '../stores/create-stores.ts';

/** Chooses the feeds by the settings; administrators change the choice while the collector runs. */
export function chosenFeeds(
  config: Pick<Config, 'feeds' | 'abuseChKey' | 'phishtankKey'>,
  log: Log,
): FeedsInForce {
  const { unknown } = chooseFeeds(feeds, config.feeds);
  if (unknown.length > 0) log.warn({ feeds: unknown }, 'there are no such feeds');
  return new FeedsInForce(feeds, {
    choice: config.feeds,
    keys: { abuse_ch_key: config.abuseChKey, phishtank_key: config.phishtankKey },
  });
}

/** Creates the parts that refresh feeds, and compare their worth. */
export function createFeeds(
  config: Config,
  stores: Pick<Stores, 'feedStates' | 'indicators' | 'leases'>,
  {
    feedsInForce,
    matcher,
    collectorId,
    meter,
    log,
  }: {
    feedsInForce: FeedsInForce;
    matcher: IndicatorMatcher;
    collectorId: string;
    meter: Meter;
    log: Log;
  },
) {
  const guard = outboundGuard(config);
  const { userAgent } = guard;
  const fetch = createGuardedFetch(guard);
  const { feedStates: states, indicators, leases } = stores;
  const { key } = feedsInForce;
  const feedFigures = new FeedFigures({ feedsInForce, states, meter });
  const { tellLook } = feedFigures;
  const given = {
    fetch,
    key,
    states,
    indicators,
    matcher,
    leases,
    collectorId,
    userAgent,
    clock,
    tellLook,
    log,
  };
  return {
    feedsInForce,
    feedFigures,
    feedOverlaps: new FeedOverlaps(matcher, clock),
    feedPorts: feedPorts(config, given),
  };
}

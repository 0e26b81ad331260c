import { AddressPolicy } from '@sonde/scanner/network/address-policy.ts';
import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import { createSystemResolver } from '@sonde/scanner/network/system-resolver.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import type { Config } from '../config/settings.ts';
import type { IndicatorMatcher } from '../domain/detection/indicator-matcher.ts';
import { chooseFeeds } from '../domain/intelligence/threat-intel/feeds/choose-feeds.ts';
import { FeedOverlaps } from '../domain/intelligence/threat-intel/value/feed-overlaps.ts';
import { feeds } from '../sources/feeds/index.ts';
import type { Stores } from './create-stores.ts';
import { feedPorts } from './feed-ports.ts';
import { version } from './version.ts';

/** The feeds that the operator chose, and what refreshing them takes. */
export function createFeeds(
  config: Config,
  stores: Pick<Stores, 'feedStates' | 'indicators' | 'leases'>,
  { matcher, collectorId, log }: { matcher: IndicatorMatcher; collectorId: string; log: Log },
) {
  const userAgent = `Sonde/${version}`;
  const policy = new AddressPolicy(config.allowedNetworks);
  const fetch = createGuardedFetch({ resolver: createSystemResolver(), policy, userAgent });
  const { enabled, unknown } = chooseFeeds(feeds, config.feeds);
  if (unknown.length > 0) log.warn({ feeds: unknown }, 'there are no such feeds');
  const { feedStates: states, indicators, leases } = stores;
  const given = { fetch, states, indicators, matcher, leases, collectorId, userAgent, clock, log };
  const feedOverlaps = new FeedOverlaps(matcher, clock);
  return { feeds, enabledFeeds: enabled, feedOverlaps, feedPorts: feedPorts(config, given) };
}

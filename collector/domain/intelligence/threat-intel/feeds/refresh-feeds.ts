import type { Log } from '@sonde/shared/system/log.ts';
import type { Leases } from '../../../../ports/system/leases.ts';
import type { Feed } from '../../../../ports/threats/feed.ts';
import type { FeedState, FeedStateStore } from '../../../../ports/threats/feeds.ts';
import type { IndicatorStore } from '../../../../ports/threats/indicators.ts';
import { newFeedState } from './feed-state.ts';
import { type FeedPorts, refreshFeed } from './refresh-feed.ts';

const lease = 'refresh-feeds';
/** Longer than the longest look at one feed: its transfer and its writing. */
const leaseSeconds = 900;

export interface RefreshFeedsPorts extends Omit<FeedPorts, 'states'> {
  readonly states: FeedStateStore;
  readonly indicators: Pick<IndicatorStore, 'removeSource'>;
  readonly leases: Leases;
  /** Who this collector is among those that share a database. */
  readonly collectorId: string;
  readonly log: Log;
}

/**
 * Looks at each enabled feed that is due, one after the other, on one collector at a time; takes the sets of feeds that
 * are switched off out of the store.
 */
export async function refreshFeeds(
  enabled: readonly Feed[],
  ports: RefreshFeedsPorts,
  signal: AbortSignal,
): Promise<void> {
  const { leases, collectorId } = ports;
  const due = dueFeeds(enabled, await ports.states.all(), ports.clock.now());
  if (due === 0) return;
  if (!(await leases.take(lease, collectorId, leaseSeconds))) return;
  try {
    await forgetDisabled(enabled, ports);
    for (const feed of enabled) {
      // Whoever was away for too long has lost it to another.
      if (signal.aborted || !(await leases.take(lease, collectorId, leaseSeconds))) return;
      await refreshOne(feed, ports, signal);
    }
  } finally {
    await leases.release(lease, collectorId);
  }
}

/** How many there are to look at, or to forget. */
function dueFeeds(enabled: readonly Feed[], states: readonly FeedState[], now: number): number {
  const ids = new Set(enabled.map(({ id }) => id));
  const byId = new Map(states.map((state) => [state.feed, state]));
  const due = enabled.filter(({ id }) => now >= (byId.get(id)?.nextAttemptAt ?? 0));
  return due.length + states.filter((state) => !ids.has(state.feed) && state.fetchedAt !== null).length;
}

async function refreshOne(feed: Feed, ports: RefreshFeedsPorts, signal: AbortSignal): Promise<void> {
  const before = await ports.states.load(feed.id);
  const { status, note } = await refreshFeed(feed, ports, signal);
  if (status === before?.status) return;
  if (status === 'active') ports.log.info({ feed: feed.id }, 'a feed is active');
  else ports.log.warn({ feed: feed.id, status, note }, 'a feed is not active');
}

async function forgetDisabled(enabled: readonly Feed[], ports: RefreshFeedsPorts): Promise<void> {
  const ids = new Set(enabled.map(({ id }) => id));
  for (const state of await ports.states.all()) {
    if (ids.has(state.feed) || state.fetchedAt === null) continue;
    await ports.indicators.removeSource(state.feed);
    await ports.states.save(newFeedState(state.feed));
    ports.log.info({ feed: state.feed }, 'a feed that is switched off was forgotten');
  }
}

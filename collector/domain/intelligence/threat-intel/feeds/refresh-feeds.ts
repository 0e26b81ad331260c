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
  /** This collector's id among the collectors on one database. */
  readonly collectorId: string;
  readonly log: Log;
}

/**
 * Looks at each enabled feed that is due, one after the other, on one collector at a time, those that somebody asked for
 * first; takes the sets of feeds that are switched off out of the store.
 */
export async function refreshFeeds(
  enabled: readonly Feed[],
  ports: RefreshFeedsPorts,
  signal: AbortSignal,
): Promise<void> {
  const { leases, collectorId } = ports;
  const states = await ports.states.all();
  const due = dueFeeds(enabled, states, ports.clock.now());
  if (due.length === 0 && offFeeds(enabled, states).length === 0) return;
  if (!(await leases.take(lease, collectorId, leaseSeconds))) return;
  const troubles: Trouble[] = [];
  try {
    await forgetDisabled(enabled, ports);
    for (const feed of due) {
      // Whoever was away for too long has lost it to another.
      if (signal.aborted || !(await leases.take(lease, collectorId, leaseSeconds))) return;
      const trouble = await refreshOne(feed, ports, signal);
      if (trouble !== undefined) troubles.push(trouble);
    }
  } finally {
    tellTroubles(troubles, ports.log);
    await leases.release(lease, collectorId);
  }
}

function dueFeeds(enabled: readonly Feed[], states: readonly FeedState[], now: number): Feed[] {
  const times = new Map(states.map(({ feed, nextAttemptAt }) => [feed, nextAttemptAt]));
  const timeOf = ({ id }: Feed): number => times.get(id) ?? 0;
  return enabled.filter((feed) => now >= timeOf(feed)).sort((a, b) => timeOf(a) - timeOf(b));
}

function offFeeds(enabled: readonly Feed[], states: readonly FeedState[]): FeedState[] {
  const ids = new Set(enabled.map(({ id }) => id));
  return states.filter(({ feed, fetchedAt }) => !ids.has(feed) && fetchedAt !== null);
}

interface Trouble {
  readonly feed: string;
  readonly status: FeedState['status'];
  readonly note: string | null;
}

/** Refreshes one feed; gives its trouble if its status changed. */
async function refreshOne(
  feed: Feed,
  ports: RefreshFeedsPorts,
  signal: AbortSignal,
): Promise<Trouble | undefined> {
  const before = await ports.states.load(feed.id);
  const { status, note } = await refreshFeed(feed, ports, signal);
  if (status === before?.status) return undefined;
  if (status !== 'active') return { feed: feed.id, status, note };
  ports.log.info({ feed: feed.id }, 'a feed is active');
  return undefined;
}

/** One line, however many there are: without a network all fail alike. */
function tellTroubles(troubles: readonly Trouble[], log: Log): void {
  const [first] = troubles;
  if (first === undefined) return;
  if (troubles.length === 1) log.warn({ ...first }, 'a feed is not active');
  else log.warn({ feeds: troubles.map(({ feed }) => feed), note: first.note }, 'feeds are not active');
}

async function forgetDisabled(enabled: readonly Feed[], ports: RefreshFeedsPorts): Promise<void> {
  for (const { feed, lastAttemptAt } of offFeeds(enabled, await ports.states.all())) {
    await ports.indicators.removeSource(feed);
    await ports.states.save({ ...newFeedState(feed), lastAttemptAt });
    ports.log.info({ feed }, 'a feed that is switched off was forgotten');
  }
}

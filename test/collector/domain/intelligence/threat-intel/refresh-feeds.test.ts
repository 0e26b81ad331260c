import test from 'ava';
import { newFeedState } from '../../../../../collector/domain/intelligence/threat-intel/feeds/feed-state.ts';
import { refreshFeeds } from '../../../../../collector/domain/intelligence/threat-intel/feeds/refresh-feeds.ts';
import { WarningList } from '../../../../../collector/domain/intelligence/threat-intel/warning/warning-list.ts';
import { feeds } from '../../../../../collector/sources/feeds/index.ts';
import { FetchError } from '../../../../../scanner/ports/fetch.ts';
import { FakeFeedStates } from '../../../../support/fakes/threats/feed-states.ts';
import { createRecordingLog } from '../../../../support/recording-log.ts';

const signal = new AbortController().signal;
const now = 1_790_000_000_000;
const some = feeds.slice(0, 5);

/** Without a network. */
function offline() {
  const states = new FakeFeedStates();
  const log = createRecordingLog();
  const asked: string[] = [];
  const removed: string[] = [];
  const told: string[] = [];
  const ports = {
    states,
    log,
    clock: { now: () => now },
    fetch: async (url: string) => {
      asked.push(url);
      throw new FetchError('unreachable', 'The name has no address.');
    },
    userAgent: 'Sonde/test',
    tellLook: (feed: string, result: string) => void told.push(`${feed} ${result}`),
    warnings: new WarningList(),
    install: async () => undefined,
    settings: { url: ({ url }: { url: string }) => url, key: () => undefined },
    indicators: {
      removeSource: async (source: string) => {
        removed.push(source);
        return 1;
      },
    },
    leases: { take: async () => true, release: async () => undefined },
    collectorId: 'one',
  };
  return { states, log, asked, removed, ports };
}

test('without a network each feed says when it is tried again, and the log has one line, once', async (t) => {
  const { states, log, asked, ports } = offline();
  await refreshFeeds(some, ports, signal);
  t.is(asked.length, some.length);
  for (const state of await states.all()) {
    t.like(state, { status: 'failed', note: 'The name has no address.' });
    t.true(state.nextAttemptAt > now);
  }
  t.deepEqual(
    log.lines.map(({ level, message }) => [level, message]),
    [['warn', 'feeds are not active']],
  );
  await refreshFeeds(some, { ...ports, clock: { now: () => now + 30 * 86_400_000 } }, signal);
  t.is(asked.length, 2 * some.length);
  t.is(log.lines.length, 1, 'nothing is new');
});

test('who is asked for goes first, and what is not due is left', async (t) => {
  const { states, asked, ports } = offline();
  const [first, second, third] = some.map(({ id }) => id);
  for (const { id } of some) await states.save({ ...newFeedState(id), nextAttemptAt: now + 1 });
  await states.askNow({ ...newFeedState(third!), nextAttemptAt: 0 });
  await states.askNow({ ...newFeedState(first!), nextAttemptAt: now });
  await refreshFeeds(some, ports, signal);
  t.deepEqual(asked, [some[2]!.url, some[0]!.url]);
  t.is((await states.load(second!))?.lastAttemptAt, null);
});

test('a feed that is switched off is forgotten, but not when it was looked at', async (t) => {
  const { states, removed, asked, ports } = offline();
  const [feed] = some;
  const known = { status: 'active', fetchedAt: 5, lastAttemptAt: 7, indicatorCount: 3 } as const;
  await states.save({ ...newFeedState(feed!.id), ...known });
  await refreshFeeds([], ports, signal);
  t.deepEqual(removed, [feed!.id]);
  t.deepEqual(asked, []);
  t.deepEqual(await states.load(feed!.id), { ...newFeedState(feed!.id), lastAttemptAt: 7 });
});

import type { Row } from '@sonde/shared/batch/row.ts';
import test from 'ava';
import {
  type LiveQueries,
  LiveTail,
  type Wanted,
} from '../../../../collector/domain/traffic/live/live-tail.ts';
import { only } from '../../../../collector/ports/traffic/query-search.ts';
import { makeRow, storedBytes } from '../../../support/engines/clickhouse-rows.ts';
import { createTestMeter } from '../../../support/meter.ts';
import { until } from '../../../support/until.ts';

function setUp(now = () => 0) {
  const meter = createTestMeter();
  const tail = new LiveTail({ meter, clock: { now } });
  const store = (locationId: number, ...rows: Partial<Row>[]) => {
    const bytes = storedBytes(rows.map(makeRow), locationId, 5);
    return tail.take(bytes.length, async () => bytes);
  };
  const watch = (change: Partial<Wanted> = {}) => {
    const told: LiveQueries[] = [];
    const end = tail.subscribe({
      locationIds: [1],
      conditions: {},
      perSecond: 400,
      deliver: (live) => told.push(live) > 0,
      ...change,
    })!;
    const sum = (of: (live: LiveQueries) => number) => told.reduce((total, live) => total + of(live), 0);
    return { told, end, sum, queries: () => told.flatMap(({ queries }) => queries) };
  };
  return { tail, meter, store, watch };
}

test('each subscriber is told of the stored queries of its locations that match', async (t) => {
  const { tail, store, watch } = setUp();
  t.teardown(() => tail.stop());
  const all = watch({ locationIds: [1, 2] });
  const some = watch({ conditions: { suffixes: only('example.com'), queryTypes: { any: [], none: [28] } } });
  await store(1, { queryName: 'a.example.com' }, { queryName: 'b.example.com', queryType: 28 }, {});
  await store(2, { queryName: 'a.example.com' });
  await store(3, { queryName: 'a.example.com' });
  await until(() => all.queries().length === 4);
  t.deepEqual(
    all.queries().map(({ locationId, agentId, queryName }) => [locationId, agentId, queryName]),
    [
      [1, 5, 'a.example.com'],
      [1, 5, 'b.example.com'],
      [1, 5, 'www.example.com'],
      [2, 5, 'a.example.com'],
    ],
  );
  t.deepEqual(all.queries()[0], { ...makeRow({ queryName: 'a.example.com' }), locationId: 1, agentId: 5 });
  await until(() => some.queries().length === 2);
  t.is(
    all.sum(({ leftOut, unexamined, skippedBatches }) => leftOut + unexamined + skippedBatches),
    0,
  );
});

test('what is left out is told and counted, whatever the reason', async (t) => {
  const { tail, meter, store, watch } = setUp();
  t.teardown(() => tail.stop());
  const slow = watch({ perSecond: 40 });
  await store(1, ...Array.from({ length: 120 }, () => ({})));
  await until(() => slow.told.length === 1);
  t.like(slow.told[0], { leftOut: 40 });
  t.is(slow.queries().length, 10);
  await until(() => slow.queries().length === 80);

  // The clock stands: a second never ends, and no more than so many rows are compared in it.
  const many = Array.from({ length: 10_000 }, () => ({}));
  for (let batch = 0; batch < 6; batch++) await store(1, ...many);
  await until(
    () => slow.sum(({ queries, leftOut, unexamined }) => queries.length + leftOut + unexamined) === 60_120,
  );
  t.is(
    slow.sum(({ unexamined }) => unexamined),
    10_120,
  );

  await tail.take(17 * 1024 * 1024, () => Promise.reject(new Error('is not read')));
  await tail.take(100, () => Promise.reject(new Error('is gone')));
  await tail.take(3, async () => Buffer.from('abc'));
  await until(() => slow.sum(({ skippedBatches }) => skippedBatches) === 3);
  t.is(meter.counts.get('sonde_live_queries_missed_total batch'), 3);
});

test('what comes at once is shown bit by bit, if the rate is enough for it', async (t) => {
  const { tail, store, watch } = setUp();
  t.teardown(() => tail.stop());
  const live = watch({ perSecond: 200 });
  const row = (_: unknown, index: number) => ({ queryName: `${index}.example.com` });
  await store(1, ...Array.from({ length: 200 }, row));
  await until(() => live.queries().length === 200);
  t.true(live.told.every(({ queries }) => queries.length <= 50));
  t.is(
    live.sum(({ leftOut }) => leftOut),
    0,
  );
  t.is(live.queries()[199]!.queryName, '199.example.com');
});

test('those who end leave their room to others, however much waits', async (t) => {
  let seconds = 0;
  const { tail, store, watch } = setUp(() => ++seconds * 1_000);
  t.teardown(() => tail.stop());
  const rows = Array.from({ length: 800 }, () => ({}));
  // More than may wait for all together: 63 times 800 queries.
  const many = Array.from({ length: 63 }, () => watch());
  const last = watch({ locationIds: [2] });
  await store(1, ...rows);
  await store(2, {});
  // Shown, or left out as there is no room: either way what came before has been looked at.
  await until(() => last.sum(({ queries, leftOut }) => queries.length + leftOut) === 1);
  for (const { end } of many) {
    end();
    end();
  }
  const late = watch();
  await store(1, ...rows);
  await until(() => late.sum(({ queries, leftOut }) => queries.length + leftOut) === 800);
  t.is(late.queries().length, 800);
});

test('queries that a client cannot take now count as left out', async (t) => {
  const { tail, store, watch } = setUp();
  t.teardown(() => tail.stop());
  let isBehind = true;
  const refused: LiveQueries[] = [];
  const told: LiveQueries[] = [];
  watch({ deliver: (live) => (isBehind ? refused : told).push(live) > 0 && !isBehind });
  await store(1, {}, {});
  await until(() => refused.reduce((sum, { queries }) => sum + queries.length, 0) === 2);
  isBehind = false;
  await store(1, {});
  await until(() => told.length > 0);
  t.is(
    told.reduce((sum, { queries }) => sum + queries.length, 0),
    1,
  );
  t.is(
    told.reduce((sum, { leftOut }) => sum + leftOut, 0),
    2,
  );
});

test('nothing is read while nobody listens, and there is an end to subscribers', async (t) => {
  const { tail, watch } = setUp();
  const read = () => Promise.resolve(t.fail('nobody listens') as never);
  await tail.take(100, read);
  const ends = Array.from({ length: 500 }, () => watch().end);
  t.is(tail.subscribe({ locationIds: [1], conditions: {}, perSecond: 4, deliver: () => true }), undefined);
  for (const end of ends) end();
  await tail.take(100, read);
  t.pass();
});

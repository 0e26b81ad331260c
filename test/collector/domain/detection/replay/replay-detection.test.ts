import test from 'ava';
import { canaryQueries } from '../../../../../agent/canary/canary-queries.ts';
import { IndicatorMatcher } from '../../../../../collector/domain/detection/indicator-matcher.ts';
import {
  type Replay,
  replayDetection,
} from '../../../../../collector/domain/detection/replay/replay-detection.ts';
import { rowsOldestFirst } from '../../../../../collector/domain/detection/replay/rows-oldest-first.ts';
import { defaultSettings } from '../../../../../collector/domain/detection/settings.ts';
import { asked, start } from '../../../../support/detection/traffic.ts';
import { StoredTraffic } from '../../../../support/engines/stored-traffic.ts';

const { signal } = new AbortController();

function storedStorm(label: string, locationId: number) {
  const stored = new StoredTraffic();
  stored.add(
    ...canaryQueries('nxdomain', label).map(({ name }, n) => ({
      ...asked({ at: 50 + n * 0.1, name, code: 'NXDOMAIN' }),
      locationId,
    })),
  );
  return stored;
}

const at = (seconds: number) => new Date((start + seconds) * 1_000);
const hour: Replay = {
  locationIds: [1],
  from: at(0),
  to: at(3_600),
  mostRows: 1_000,
  mostTime: 60_000,
  canaries: [],
};

function replayed({ querySearch }: StoredTraffic, change: Partial<Replay> = {}, now = () => 0) {
  const ports = {
    querySearch,
    matcher: new IndicatorMatcher(),
    detectionRules: { settingsOf: () => defaultSettings },
    networks: { find: () => undefined },
    clock: { now },
  };
  return replayDetection({ ...hour, ...change }, ports, signal);
}

test('what a replay would have raised, canaries aside', async (t) => {
  const stored = storedStorm('sonde-canary-abcdefghijklmnop', 1);
  const { alerts, rows, stoppedAt } = await replayed(stored);
  t.deepEqual([rows, stoppedAt], [260, undefined]);
  t.deepEqual(
    alerts.threats().map(({ type }) => type),
    ['nxdomain_storm'],
  );
  const canaries = [{ id: 'abcdefghijklmnop', until: at(3_600).getTime() }];
  t.deepEqual((await replayed(stored, { canaries })).alerts.threats(), []);
});

test('a replay stops behind the slice that it has time for', async (t) => {
  let now = 0;
  const stored = storedStorm('abc', 2);
  stored.add({ ...asked({ at: 3_000, name: 'later.example.net' }), locationId: 2 });
  const { rows, stoppedAt } = await replayed(stored, { locationIds: [2] }, () => (now += 70_000));
  t.is(rows, 260);
  t.true(stoppedAt! > at(75) && stoppedAt! < at(77), stoppedAt?.toISOString());
});

test('rows come oldest first, in slices as long as there is room for', async (t) => {
  const stored = new StoredTraffic();
  const { querySearch } = stored;
  const rows = Array.from({ length: 2_000 }, (_, n) => ({
    ...asked({ at: n < 1_000 ? n * 3 : 3_000 + n / 10, name: `n${n}.example.net` }),
    locationId: 3,
  }));
  stored.add(...rows);
  const walk = async (most: number, mostAtOnce: number) => {
    const found: number[] = [];
    const slices = rowsOldestFirst(
      { locationIds: [3], from: at(0), to: at(7_200) },
      { most, mostAtOnce },
      { querySearch },
      signal,
    );
    for (;;) {
      const slice = await slices.next();
      if (slice.done) return { found, end: slice.value };
      t.true(slice.value.length <= mostAtOnce);
      found.push(...slice.value.map(({ observedAt }) => observedAt));
    }
  };
  for (const mostAtOnce of [2_000, 300, 50, 11]) {
    const { found, end } = await walk(5_000, mostAtOnce);
    t.is(end, undefined);
    t.is(found.length, 2_000);
    t.deepEqual(
      found,
      found.toSorted((a, b) => a - b),
    );
  }
  const { found, end } = await walk(1_500, 300);
  t.true(found.length <= 1_500 && found.length > 1_200);
  t.is(found.length, rows.filter(({ observedAt }) => observedAt < end!.getTime() * 1_000).length);
  t.deepEqual((await walk(5_000, 5)).end! >= at(3_000), true, 'a second with more than there is room for');
});

import test from 'ava';
import { runDayBench } from '../../../collector/bench/logs/run-day-bench.ts';
import { benchFaces } from '../../../collector/bench/streams/bench-faces.ts';
import { runStreamBench } from '../../../collector/bench/streams/run-stream-bench.ts';
import { runZoneBench } from '../../../collector/bench/zones/run-zone-bench.ts';
import { createTestMeter } from '../../support/meter.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const { signal } = new AbortController();

for (const face of benchFaces)
  test(`every certificate told to the ${face} is read or told as missed`, async (t) => {
    const report = await runStreamBench({
      face,
      connections: 20,
      perSecond: 200,
      seconds: 1,
      meter: createTestMeter(),
      signal,
    });
    t.is(report.unaccounted, 0);
    t.is(report.received + report.told_as_missed, report.certificates * 20);
    t.true(report.certificates > 0 && Number.isFinite(report.request_p99_ms));
  });

test('hours of a simulated day pass by its own clock, and what listens hears of all', async (t) => {
  const hours: number[] = [];
  const rows = await runDayBench({
    watched: 20,
    perHour: 1_024,
    hours: 2,
    signal,
    onHour: ({ hour }) => hours.push(hour),
  });
  t.deepEqual(hours, [1, 2]);
  t.deepEqual(
    rows.map(({ entries }) => entries),
    [1_024, 2_048],
  );
  t.true(rows.every(({ heap_mib, resident_mib }) => heap_mib > 0 && resident_mib > heap_mib));
});

test('a generated zone has as many names as it is asked for, and those of the second day are told', async (t) => {
  const { days } = await runZoneBench({ names: 20_000, directory: await temporaryDirectory(t), signal });
  t.like(days, [
    { names: 20_000, new_names: null, told: 0 },
    { names: 20_030, new_names: 30, told: 30 },
  ]);
});

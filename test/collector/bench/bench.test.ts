import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { dayCurve } from '../../../collector/bench/day-curve.ts';
import { TrafficGenerator } from '../../../collector/bench/generate-traffic.ts';

test('the bench measures ingest, size and every question', async (t) => {
  const main = fileURLToPath(new URL('../../../collector/cli/main.ts', import.meta.url));
  const small = ['--rows', '20000', '--batch', '10000', '--days', '1', '--repetitions', '1', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'bench', ...small]);
  const report = JSON.parse(stdout);
  t.is(report.rows, 20_000);
  t.true(report.ingest.rowsPerSecond > 0 && report.ingest.plainRowsPerSecond > 0);
  t.true(report.bytesPerRow.total > report.bytesPerRow.queries);
  t.true(report.latenciesMs.length >= 8);
});

test('generated traffic is the same for the same seed', (t) => {
  const make = (): Buffer =>
    new TrafficGenerator({ seed: 4, questions: 100, clients: 10, locations: [1, 2] }).rows(500, 0, 60_000);
  t.deepEqual(make(), make());
});

test('the day curve goes from the beginning to the end, and faster by day', (t) => {
  const day = 86_400_000;
  const at = dayCurve(0, day);
  t.is(at(0), 0);
  t.is(at(1), day);
  const times = Array.from({ length: 101 }, (_, index) => at(index / 100));
  t.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  const hourOf = (time: number): number => Math.floor(time / 3_600_000);
  const perHour = (hour: number): number => times.filter((time) => hourOf(time) === hour).length;
  t.true(perHour(16) > perHour(4));
});

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const main = fileURLToPath(new URL('../../collector/cli/main.ts', import.meta.url));
const small = ['--rows', '5000', '--days', '2', '--repetitions', '1', '--rate', '100', '--batch', '2000'];

test('the bench of the API asks a whole collector, and compares its ingest with the engine', async (t) => {
  t.timeout(300_000);
  const { stdout } = await promisify(execFile)(process.execPath, [
    main,
    'bench',
    'api',
    ...small,
    '--ingest-rows',
    '6000',
    '--json',
  ]);
  const { storedRows, quiet, whileIngesting, ingest } = JSON.parse(stdout);
  t.is(storedRows, 5_000);
  t.true(quiet.length >= 8 && whileIngesting.length === quiet.length);
  t.true(ingest.rowsPerSecond > 0 && ingest.plainRowsPerSecond > 0 && ingest.residentBytes > 0);
});

test('the bench of sinks stores with and without them in turns, and they are done before they go', async (t) => {
  t.timeout(300_000);
  const args = [main, 'bench', 'sinks', '--rows', '2000', '--batch', '1000', '--rounds', '1', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { stretches, shares } = JSON.parse(stdout);
  t.deepEqual(
    stretches.map(({ sinks }: { sinks: number }) => sinks),
    [0, 3, 3, 0],
  );
  for (const { rowsPerSecond, collectorMicroseconds, throughMicroseconds } of stretches)
    t.true(rowsPerSecond > 0 && collectorMicroseconds > 0 && throughMicroseconds >= collectorMicroseconds);
  t.true(shares.rowsPerSecond > 0);
});

test('a bench that is told to stop leaves nothing behind', async (t) => {
  t.timeout(120_000);
  const TMPDIR = await temporaryDirectory(t);
  const bench = spawn(process.execPath, [main, 'bench', '--rows', '100000000'], {
    env: { ...process.env, TMPDIR },
    stdio: 'ignore',
  });
  const exited = once(bench, 'exit');
  await until(async () => (await readdir(TMPDIR)).length === 1, 60_000);
  bench.kill('SIGTERM');
  t.deepEqual(await exited, [1, null]);
  t.deepEqual(await readdir(TMPDIR), []);
});

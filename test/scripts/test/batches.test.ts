import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { rootDirectory } from '../../../scripts/check/source-files.ts';
import { mayShareProcess, writeBatches } from '../../../scripts/test/batches.ts';
import type { Counts } from '../../../scripts/test/run-ava.ts';

const samples = ['first', 'second'].map((name) => `test/support/batches/${name}.ts`);

/** Runs files in one process, and returns what was shown and what was counted. */
function runTogether(files: readonly string[]): Promise<{ shown: string; errors: string; counts: Counts }> {
  const program = JSON.stringify(join(rootDirectory, 'scripts', 'test', 'run-ava.ts'));
  const source = `
    const { runAva } = await import(${program});
    const counts = await runAva({ alone: [], together: ${JSON.stringify(files)}, concurrency: 1 });
    process.stdout.write('counted ' + JSON.stringify(counts));`;
  const args = ['--input-type=module', '-e', source];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: rootDirectory }, (error, stdout, errors) => {
      const [shown = '', counts] = stdout.split('counted ');
      if (error !== null || counts === undefined) reject(new Error(`${stdout}${errors}`, { cause: error }));
      else resolve({ shown, errors, counts: JSON.parse(counts) });
    });
  });
}

test('files in one process keep their titles, and each failure names its file', async (t) => {
  const { shown, counts } = await runTogether(samples);
  t.is(counts.passed, 3, shown);
  t.is(counts.failed, 1, shown);
  // On a busy machine ava adds how long a test took.
  for (const name of ['first', 'second'])
    t.regex(
      shown,
      new RegExp(`^  ✔ test/support/batches/${name}\\.ts › the title of both(?: \\(.+\\))?$`, 'm'),
    );
  const failures = counts.failures.join('\n');
  t.true(failures.includes('test/support/batches/second.ts › sums that are wrong'), failures);
  t.false(failures.includes('batch-1'), failures);
});

test('what is thrown outside of tests is told with the test that ran', async (t) => {
  const { errors, counts } = await runTogether([...samples, 'test/support/batches/thrower.ts']);
  const failures = counts.failures.join('\n');
  t.true(counts.failed >= 2, failures);
  t.regex(errors, /test\/support\/batches\/thrower\.ts › what nobody awaits/);
  t.regex(failures, /nobody awaits this/);
});

test('hooks of a file run around its tests, and those of the process behind all', async (t) => {
  const files = ['test/support/batches/hooks.ts', samples[0]!];
  const { errors, shown, counts } = await runTogether(files);
  t.is(counts.failed, 0, shown);
  t.is(counts.passed, 4, shown);
  const order = 'before, each, one, teardown, behind each, each, other, behind each';
  t.regex(errors, new RegExp(`order: ${order}\\n(.*\\n)*the process ends\\n`));
});

test('neighbours are together, and nothing is left behind', (t) => {
  const tests = Array.from({ length: 50 }, (_, index) => `test/${index}.test.ts`);
  const batches = writeBatches(tests, 2);
  t.teardown(() => batches.remove());
  const paths = batches.files.map((file) => readFileSync(join(rootDirectory, file), 'utf8'));
  t.is(paths.length, 3);
  t.deepEqual(paths.join('').match(/test\/\d+\.test\.ts/g), tests);
  batches.remove();
  t.false(existsSync(join(rootDirectory, batches.directory)));
  const few = writeBatches(tests.slice(0, 5), 2);
  few.remove();
  t.is(few.files.length, 2, 'no core is idle');
});

const nothing = new Set<string>();

test('a file that asks more of ava or of its process has one of its own', (t) => {
  for (const body of [
    "test('a', (t) => t.pass());",
    "test.serial('a', (t) => t.is(process.execPath, ''));",
    'test.before(() => undefined);',
    'test.after.always(() => undefined);',
    'const env = { ...process.env, A: 1 };',
  ])
    t.true(mayShareProcess(body, nothing), body);
  for (const body of [
    "test('a', (t) => t.snapshot(1));",
    "test.failing('a', (t) => t.fail());",
    "test('a', (t) => t.is(t.context, 1));",
    "process.env.PATH = '/';",
    "process.chdir('/');",
    "process.once('exit', () => undefined);",
    "test('a', (t) => t.true(performance.now() < 1));",
  ])
    t.false(mayShareProcess(body, nothing), body);
  t.false(mayShareProcess('', new Set(['test/support/loads/block-meter.ts'])));
});

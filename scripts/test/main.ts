import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runChecks } from '../check/checks.ts';
import { rootDirectory } from '../check/package-program.ts';
import { type AvaRun, type Counts, runAva } from './run-ava.ts';
import { type TestFiles, testFiles, testsReaching } from './test-files.ts';
import { TimesFile } from './times-file.ts';

const help = `usage: npm test -- [--unit | --changed [--since REVISION]] [--times] [FILE...]

  (nothing)   checks, and all tests: twenty to forty minutes on two cores
  --unit      checks, and the tests in memory and on local sockets: two to six minutes
  --changed   checks, and the tests that reach a file which differs from the last commit
  --since R   with --changed: differs from revision R instead
  --times     tells at the end which twenty files took longest, and how much of that was processor time
  FILE...     these test files alone, without the checks

Generated cases are new ones in each run. TEST_SEED=N repeats those of the run that printed N.
`;

const { values, positionals } = parseArgs({
  options: {
    unit: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    times: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
});

if (values.help) process.stdout.write(help);
else process.exitCode = await run();

async function run(): Promise<number> {
  const total: Counts = { passed: 0, failed: 0, failures: [] };
  process.env.TEST_SEED ||= String(randomInt(2 ** 31));
  const seed = `TEST_SEED=${process.env.TEST_SEED}`;
  process.stdout.write(`Generated cases: ${seed}\n`);
  const times = values.times ? new TimesFile() : undefined;
  const inTurn = async (...runs: readonly AvaRun[]) => {
    for (const each of runs) {
      const counts = await runAva({ ...each, environment: times?.environment });
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.failures.push(...counts.failures);
    }
  };
  if (positionals.length > 0) {
    await inTurn({ alone: positionals });
  } else {
    const { unit, engines, programs } = chosenFiles();
    const checks = async () => {
      if (await runChecks()) return;
      total.failed++;
      total.failures.push('  ✘ checks, told above');
    };
    // Tests of engines wait for a third of their time, whole programs for half of it: the cores are busy only if more tests
    // run at once than there are cores.
    const cores = availableParallelism();
    await Promise.all([
      checks(),
      inTurn(unit, { ...engines, concurrency: cores + 1 }),
      inTurn({ alone: programs, concurrency: cores }),
    ]);
  }
  if (total.passed === 0 && !values.changed) total.failed ||= 1;
  if (times !== undefined) process.stdout.write(times.longest(20));
  // Told once more at the end: whoever has only the last lines of a long run must learn what failed.
  if (total.failures.length > 0)
    process.stdout.write(`\nWhat failed, with ${seed}:\n${total.failures.join('\n')}\n`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return total.failed === 0 ? 0 : 1;
}

function chosenFiles(): TestFiles {
  if (values.changed) return testsReaching(changedFiles(values.since));
  const all = testFiles();
  const none = { together: [], alone: [] };
  return values.unit ? { ...all, engines: none, programs: [] } : all;
}

/** Paths that differ from the revision, files that git does not know yet included. */
function changedFiles(revision: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: rootDirectory, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', revision, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

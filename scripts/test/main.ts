import { parseArgs } from 'node:util';
import { runChecks } from '../check/checks.ts';
import { type Counts, runAva } from './run-ava.ts';
import { slowTests, unitTests } from './test-files.ts';

const help = `usage: npm test -- [--unit] [FILE...]

  (nothing)   checks, and all tests: about ten minutes
  --unit      checks, and the tests that start no whole program: about a minute
  FILE...     these test files alone, without the checks
`;

const { values, positionals } = parseArgs({
  options: {
    unit: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
  allowPositionals: true,
});

if (values.help) {
  process.stdout.write(help);
} else {
  const good = positionals.length > 0 || runChecks();
  const total = { passed: 0, failed: good ? 0 : 1 };
  const add = (counts: Counts) => {
    total.passed += counts.passed;
    total.failed += counts.failed;
  };
  if (positionals.length > 0) {
    add(await runAva(positionals, []));
  } else {
    add(await runAva(unitTests(), []));
    // One at a time: each starts whole programs, engines included.
    if (!values.unit) add(await runAva(slowTests(), ['--concurrency', '1']));
  }
  if (total.passed === 0) total.failed ||= 1;
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

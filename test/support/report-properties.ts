import fc from 'fast-check';
import { givenSeed } from './test-seed.ts';

/**
 * Every test process loads this module. ava reports the first assertion that failed in a property and forgets the error that
 * fast-check makes of it, so the seed, the path and the counterexample are printed here: with them the run can be repeated
 * (`fc.assert(property, { seed, path })`).
 */
fc.configureGlobal({ reporter: report, ...(givenSeed === undefined ? {} : { seed: givenSeed }) });

function report(details: fc.RunDetails<unknown>): void {
  if (!details.failed) return;
  const message = fc.defaultReportMessage(details);
  process.stderr.write(`${message}\n`);
  throw new Error(message, { cause: details.errorInstance });
}

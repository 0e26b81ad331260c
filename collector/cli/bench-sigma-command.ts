import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { textTable } from '@sonde/shared/text/text-table.ts';
import { Command } from 'commander';
import { makeSigmaRules } from '../bench/sigma/make-sigma-rules.ts';
import { runSigmaBench, type SigmaBenchResult } from '../bench/sigma/run-sigma-bench.ts';
import { ruleSetOf } from '../domain/detection/sigma/sigma-book.ts';
import { createDetectorsOfBench } from './bench-detection-command.ts';

interface Options {
  readonly rules: string[];
  readonly batches: string;
  readonly batch: string;
  readonly json?: true;
}

/** Creates `sonde collector bench sigma`: what a row costs with hundreds and thousands of Sigma rules. */
export function benchSigmaCommand(): Command {
  return new Command('sigma')
    .description('Measure the processor time of a row in detection with made-up Sigma rules, and without.')
    .option('--rules <COUNT...>', 'how many; the first is what others are compared with', [
      '0',
      '100',
      '3000',
    ])
    .option('--batches <COUNT>', 'of rows', '60')
    .option('--batch <ROWS>', 'rows of a batch', '2000')
    .option('--json', 'for programs')
    .action(async (options: Options) => {
      const results = await runSigmaBench({
        counts: options.rules.map((text) => count(text, 0)),
        batches: count(options.batches, 3),
        batchRows: count(options.batch, 100),
        createExamine: async (rules) => {
          const texts = makeSigmaRules(rules).map((text, index) => ({ id: index + 1, text }));
          const sigma = await ruleSetOf(texts);
          const examine = createDetectorsOfBench({ sigma });
          return (rows) => examine(rows).length;
        },
      });
      process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : render(results));
    });
}

function render(results: readonly SigmaBenchResult[]): string {
  return textTable([
    ['rules', 'ready', 'a row', 'ratio', 'sightings'],
    ...results.map(({ rules, ready, microseconds, ratio, sightings }) => [
      String(rules),
      `${ready.toFixed(0)} ms`,
      `${microseconds.toFixed(2)} µs`,
      ratio.toFixed(2),
      String(sightings),
    ]),
  ]);
}

function count(text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`${text} is no number of ${least} or more.`);
}

import { textTable } from '@sonde/shared/text/text-table.ts';
import { Command } from 'commander';
import { makeSigmaRules } from '../bench/sigma/make-sigma-rules.ts';
import { runSigmaBench, type SigmaBenchResult } from '../bench/sigma/run-sigma-bench.ts';
import { ruleSetOf } from '../domain/detection/sigma/sigma-book.ts';
import { createDetectorsOfBench } from './bench-detection-command.ts';
import { wholeNumber } from './bench-numbers.ts';

interface Options {
  readonly rules: string[];
  readonly batches: string;
  readonly batch: string;
  readonly json?: true;
}

/** Creates `sonde collector bench sigma`: what a row costs with hundreds and thousands of Sigma rules. */
export function benchSigmaCommand(): Command {
  return new Command('sigma')
    .description('Measure the processor time of detection per row, with and without generated Sigma rules.')
    .option('--rules <COUNT...>', 'numbers of rules to measure; the others are compared with the first', [
      '0',
      '100',
      '3000',
    ])
    .option('--batches <COUNT>', 'number of batches', '60')
    .option('--batch <ROWS>', 'rows per batch', '2000')
    .option('--json', 'print JSON instead of text')
    .action(async (options: Options) => {
      const results = await runSigmaBench({
        counts: options.rules.map((text) => wholeNumber(text, 0)),
        batches: wholeNumber(options.batches, 3),
        batchRows: wholeNumber(options.batch, 100),
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

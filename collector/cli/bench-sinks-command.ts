import { Command } from 'commander';
import { runSinkBench, type SinkBenchReport } from '../bench/sinks/run-sink-bench.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { wholeNumber } from './bench-numbers.ts';

/** Creates `sonde collector bench sinks`: what three sinks take from ingest. */
export function benchSinksCommand(): Command {
  return new Command('sinks')
    .description(
      'Measure ingest through HTTP, alternately with three sinks that write files and without sinks.',
    )
    .option('--rows <COUNT>', 'rows for each of the four parts of a round', '200000')
    .option('--batch <COUNT>', 'rows per batch', '5000')
    .option('--connections <COUNT>', 'number of concurrent batches', '4')
    .option('--rounds <COUNT>', 'number of rounds: no sinks, three, three, none', '2')
    .option('--json', 'print JSON instead of text')
    .action((options: Record<string, string>) =>
      withBenchDirectory(undefined, async (directory, signal) => {
        const plan = {
          rows: wholeNumber(options.rows),
          batchRows: wholeNumber(options.batch),
          connections: wholeNumber(options.connections),
          rounds: wholeNumber(options.rounds),
          directory,
        };
        const progress = (line: string) => process.stderr.write(`${line}\n`);
        const report = await runSinkBench(plan, { progress, signal });
        process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : render(report));
      }),
    );
}

function render({ stretches, shares }: SinkBenchReport): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return `${[
    'sinks      rows/s   main thread, µs a row   collector, µs a row   until passed on   load',
    ...stretches.map(
      ({ sinks, rowsPerSecond, mainMicroseconds, collectorMicroseconds, throughMicroseconds, load }) =>
        [
          String(sinks).padStart(5),
          Math.round(rowsPerSecond).toLocaleString('en').padStart(12),
          mainMicroseconds.toFixed(2).padStart(24),
          collectorMicroseconds.toFixed(2).padStart(22),
          throughMicroseconds.toFixed(2).padStart(18),
          load.toFixed(1).padStart(7),
        ].join(''),
    ),
    `With three sinks: rows/s ${percent(shares.rowsPerSecond)} of none, main thread ${percent(shares.mainMicroseconds)}, ` +
      `collector ${percent(shares.collectorMicroseconds)}, until all is passed on ${percent(shares.throughMicroseconds)}`,
  ].join('\n')}\n`;
}

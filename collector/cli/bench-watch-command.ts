import { Command } from 'commander';
import { pino } from 'pino';
import { runWatchBench } from '../bench/watch/run-watch-bench.ts';
import { createLog } from '../log/create-log.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { boundedNumber } from './bench-numbers.ts';

const mostNumber = 9_999_999;

interface Options {
  readonly domains: string;
  readonly questions: string;
  readonly seconds: string;
  readonly json?: true;
}

/**
 * The command `sonde collector bench watch` measures how evenly and fairly the records of many domains are asked for.
 */
export function benchWatchCommand(): Command {
  return new Command('watch')
    .description(
      'Measure how evenly and fairly watched domains are checked if all are due at once, with DNS answers from memory.',
    )
    .option(
      '--domains <COUNT>',
      'number of domains of one account; a second account has a hundred more',
      '100000',
    )
    .option('--questions <COUNT>', 'DNS queries per second, as in SONDE_WATCH_QUESTIONS', '200')
    .option('--seconds <COUNT>', 'length of the measurement in seconds', '60')
    .option('--json', 'print JSON instead of text')
    .action((options: Options) =>
      withBenchDirectory(undefined, async (directory, signal) => {
        const report = await runWatchBench({
          domains: boundedNumber(options.domains, mostNumber),
          questionsPerSecond: boundedNumber(options.questions, mostNumber),
          seconds: boundedNumber(options.seconds, mostNumber),
          directory,
          signal,
          log: createLog('warn', pino.destination(2)),
        });
        const lines = Object.entries(report).map(
          ([what, value]) => `${what.replaceAll('_', ' ').padEnd(34)} ${value}\n`,
        );
        process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : lines.join(''));
      }),
    );
}

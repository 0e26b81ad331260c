import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { pino } from 'pino';
import { runWatchBench } from '../bench/watch/run-watch-bench.ts';
import { createLog } from '../log/create-log.ts';
import { withBenchDirectory } from './bench-directory.ts';

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
      'Measure how evenly and fairly watched domains are looked at, all due at once, with a DNS out of memory.',
    )
    .option('--domains <COUNT>', 'domains of one account; a hundred more are of another', '100000')
    .option('--questions <COUNT>', 'questions a second, as SONDE_WATCH_QUESTIONS', '200')
    .option('--seconds <COUNT>', 'how long', '60')
    .option('--json', 'for programs')
    .action((options: Options) =>
      withBenchDirectory(undefined, async (directory, signal) => {
        const report = await runWatchBench({
          domains: count(options.domains),
          questionsPerSecond: count(options.questions),
          seconds: count(options.seconds),
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

function count(text: string): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new UsageError(`Not a count: ${text}`);
  return value;
}

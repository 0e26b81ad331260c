import { Command } from 'commander';
import { pino } from 'pino';
import {
  type RegistrationBenchReport,
  runRegistrationBench,
} from '../bench/registrations/run-registration-bench.ts';
import { createLog } from '../log/create-log.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { boundedNumber } from './bench-numbers.ts';

const mostNumber = 9_999_999;

interface Options {
  readonly domains: string;
  readonly repetitions: string;
  readonly seed: string;
  readonly json?: true;
}

/** The command `sonde collector bench registrations` measures how fast domains are found by their contacts. */
export function benchRegistrationsCommand(): Command {
  return new Command('registrations')
    .description('Measure reverse WHOIS on generated registrations, in a temporary PostgreSQL.')
    .option('--domains <COUNT>', 'number of registrations', '1000000')
    .option('--repetitions <COUNT>', 'number of runs of each query', '200')
    .option('--seed <NUMBER>', 'seed of the queries', '1')
    .option('--json', 'print JSON instead of text')
    .action((options: Options) =>
      withBenchDirectory(undefined, async (directory, signal) => {
        const report = await runRegistrationBench({
          domains: boundedNumber(options.domains, mostNumber),
          repetitions: boundedNumber(options.repetitions, mostNumber),
          seed: boundedNumber(options.seed, mostNumber),
          directory,
          signal,
          log: createLog('warn', pino.destination(2)),
          progress: (line) => process.stderr.write(`${line}\n`),
        });
        process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : render(report));
      }),
    );
}

function render({ domains, values, postings, bytes, questions }: RegistrationBenchReport): string {
  const rows = [
    ['domains', `${domains}, ${values} values, ${postings} postings, ${(bytes / 1_048_576).toFixed(0)} MiB`],
    ...questions.map(({ question, p50, p95, most }) => [
      question,
      `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, most ${most.toFixed(1)} ms`,
    ]),
  ];
  return `${rows.map(([name = '', value]) => `${name.padEnd(40)}${value}`).join('\n')}\n`;
}

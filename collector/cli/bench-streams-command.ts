import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command, Option } from 'commander';
import { Registry } from 'prom-client';
import { benchFaces } from '../bench/streams/bench-faces.ts';
import { runStreamBench } from '../bench/streams/run-stream-bench.ts';
import { createPrometheusMeter } from '../metrics/prometheus-meter.ts';
import { withBenchDirectory } from './bench-directory.ts';

interface Options {
  readonly face: (typeof benchFaces)[number];
  readonly connections: string;
  readonly entries: string;
  readonly seconds: string;
  readonly json?: true;
}

/** Creates `sonde collector bench streams`: certificates told to many who listen at once. */
export function benchStreamsCommand(): Command {
  return new Command('streams')
    .description(
      'Measure certificates told to many connections at once, what is left out, and how long others wait for answers meanwhile.',
    )
    .addOption(
      new Option('--face <NAME>', "certstream's names, or the collector's own real-time channel")
        .choices(benchFaces)
        .default('certstream'),
    )
    .option('--connections <COUNT>', 'connections', '5000')
    .option('--entries <COUNT>', 'certificates a second', '1000')
    .option('--seconds <COUNT>', 'how long', '20')
    .option('--json', 'for programs')
    .action((options: Options) =>
      withBenchDirectory(undefined, async (_directory, signal) => {
        const report = await runStreamBench({
          face: options.face,
          connections: count(options.connections),
          perSecond: count(options.entries),
          seconds: count(options.seconds),
          meter: createPrometheusMeter(new Registry()),
          signal,
        });
        const lines = Object.entries(report).map(
          ([what, value]) => `${what.replaceAll('_', ' ').padEnd(22)} ${value}\n`,
        );
        process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : lines.join(''));
      }),
    );
}

function count(text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new UsageError(`Not a count: ${text}`);
  return value;
}

import { Command, Option } from 'commander';
import { Registry } from 'prom-client';
import { benchFaces } from '../bench/streams/bench-faces.ts';
import { runStreamBench } from '../bench/streams/run-stream-bench.ts';
import { createPrometheusMeter } from '../metrics/prometheus-meter.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { boundedNumber } from './bench-numbers.ts';

const mostNumber = 999_999;

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
      'Measure certificates sent to many connections at once, the losses, and the response times of other requests meanwhile.',
    )
    .addOption(
      new Option('--face <NAME>', 'certstream, or the real-time channel of the collector')
        .choices(benchFaces)
        .default('certstream'),
    )
    .option('--connections <COUNT>', 'number of connections', '5000')
    .option('--entries <COUNT>', 'certificates per second', '1000')
    .option('--seconds <COUNT>', 'length of the measurement in seconds', '20')
    .option('--json', 'print JSON instead of text')
    .action((options: Options) =>
      withBenchDirectory(undefined, async (_directory, signal) => {
        const report = await runStreamBench({
          face: options.face,
          connections: boundedNumber(options.connections, mostNumber),
          perSecond: boundedNumber(options.entries, mostNumber),
          seconds: boundedNumber(options.seconds, mostNumber),
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

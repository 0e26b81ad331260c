import { Command } from 'commander';
import { runZoneBench } from '../bench/zones/run-zone-bench.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { boundedNumber } from './bench-numbers.ts';

interface Options {
  readonly names: string;
  readonly json?: true;
}

/** Creates `sonde collector bench zones`: a zone of a top-level domain, read on two days. */
export function benchZonesCommand(): Command {
  return new Command('zones')
    .description(
      'Measure the time and the maximum memory to read a generated zone of a top-level domain on two days.',
    )
    .option('--names <COUNT>', 'number of names in the zone', '1000000')
    .option('--json', 'print JSON instead of text')
    .action((options: Options) =>
      withBenchDirectory(undefined, async (directory, signal) => {
        const names = boundedNumber(options.names, 999_999_999);
        const report = await runZoneBench({ names, directory, signal });
        if (options.json) return void process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
        for (const [index, { names, new_names, seconds }] of report.days.entries())
          process.stdout.write(`day ${index + 1}: ${names} names, ${new_names ?? 0} new, ${seconds} s\n`);
        process.stdout.write(
          `resident: ${report.resident_mib_before} MiB before, ${report.resident_mib_peak} MiB at most\n`,
        );
      }),
    );
}

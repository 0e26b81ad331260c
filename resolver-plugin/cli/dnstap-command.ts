import { Command } from 'commander';
import { DnstapCounters } from '../dnstap/counters.ts';
import { TrafficCounts } from '../modules/analytics/traffic-counts.ts';
import { describeCounts, withoutZeroes } from './describe-counts.ts';
import { exitCodes } from './exit-codes.ts';
import { faultOfFile } from './fault-of-file.ts';

/** Creates the command `dnstap`: it counts the frames and messages of a dnstap file. */
export function dnstapCommand(): Command {
  return new Command('dnstap')
    .description(
      'count the messages of a dnstap file (.gz and .zst too) by type, transport and response code',
    )
    .argument('<FILE>', 'file with Frame Streams data, as resolvers and dnstap tools write it')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const counters = new DnstapCounters();
      const counts = new TrafficCounts();
      const fault = await faultOfFile(file, { sink: counts, counters });
      const { bytes, frames, malformed, streamFaults } = counters;
      const report = {
        bytes,
        frames,
        ...counts.report(),
        malformed: withoutZeroes(malformed),
        stream_faults: withoutZeroes(streamFaults),
      };
      process.stdout.write(options.json === true ? `${JSON.stringify(report)}\n` : describeCounts(report));
      if (fault === undefined) return;
      process.stderr.write(`${fault.told}\n`);
      if (!fault.isCut) process.exitCode = exitCodes.failed;
    });
}

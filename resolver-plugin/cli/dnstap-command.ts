import { Command } from 'commander';
import { DnstapCounters } from '../dnstap/counters.ts';
import { FrameStreamError } from '../dnstap/frame-stream-error.ts';
import { readDnstapFile } from '../dnstap/read-file.ts';
import { TrafficCounts } from '../modules/analytics/traffic-counts.ts';
import { describeCounts } from './describe-counts.ts';
import { exitCodes } from './exit-codes.ts';

/** Creates the command `dnstap`: it counts the frames and messages of a dnstap file. */
export function dnstapCommand(): Command {
  return new Command('dnstap')
    .description(
      'count the messages of a dnstap file (.gz and .zst too) by type, transport and response code',
    )
    .argument('<FILE>', 'a file of frame streams, as resolvers and dnstap tools write it')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const counters = new DnstapCounters();
      const counts = new TrafficCounts();
      let fault: FrameStreamError | undefined;
      try {
        await readDnstapFile(file, { sink: counts, counters });
      } catch (error) {
        if (!(error instanceof FrameStreamError)) throw error;
        fault = error;
      }
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
      process.stderr.write(`The file breaks off the protocol: ${fault.message}\n`);
      process.exitCode = exitCodes.failed;
    });
}

function withoutZeroes(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

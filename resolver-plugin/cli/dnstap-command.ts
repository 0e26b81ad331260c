import { Command } from 'commander';
import { TrafficCounts } from '../analytics/traffic-counts.ts';
import { DnstapCounters } from '../dnstap/counters.ts';
import { FrameStreamError } from '../dnstap/frame-stream-error.ts';
import { readDnstapFile } from '../dnstap/read-file.ts';
import { exitCodes } from './exit-codes.ts';

/** `dnstap`: what a file of dnstap frames holds. */
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
      process.stdout.write(options.json === true ? `${JSON.stringify(report)}\n` : describe(report));
      if (fault === undefined) return;
      process.stderr.write(`The file breaks off the protocol: ${fault.message}\n`);
      process.exitCode = exitCodes.failed;
    });
}

function withoutZeroes(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** One line for each number, with the names of nested ones behind a dot. */
function describe(report: object): string {
  const lines = Object.entries(report).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([part, count]) => `${`${name}.${part}`.padEnd(36)} ${count}\n`)
      : [`${name.padEnd(36)} ${value}\n`],
  );
  return lines.join('');
}

import { isSea } from 'node:sea';
import { integer } from '@sonde/shared/settings/setting-types.ts';
import { Command } from 'commander';
import { compareBench } from '../bench/compare.ts';
import { describeBench, describeComparison } from '../bench/describe.ts';
import { describeHostile, measureHostile } from '../bench/measure-hostile.ts';
import { describeHostilePackets, measureHostilePackets } from '../bench/measure-hostile-packets.ts';
import { benchFile } from '../bench/run-bench.ts';
import { threadsOf, threadsOption } from './threads-option.ts';

const whatIsMeasured = `
The benchmark reads a file of packets and compresses the rows with zstd at level 1. It uses one thread, or with --threads one
thread that reads and the given number of threads that decode and compress. It runs twice in the same process. The peers (dnscap -g,
tshark -T fields) read the same file twice. The first time their text is discarded, which is less work than the agent does. The
second time zstd -1 compresses their text, which is the same work. Processor time is the sum over all threads and, for a peer with
zstd, over both programs.
`;

interface BenchOptions {
  readonly messages: string;
  readonly json?: boolean;
  readonly hostile?: string;
  readonly threads?: string;
}

/**
 * Creates the command `bench`: it measures how fast packets of a file become compressed batches on this machine, and
 * how fast other programs read the same file.
 */
export function benchCommand(): Command {
  return new Command('bench')
    .description('measure how fast this machine turns packets into compressed rows; ships nothing')
    .argument(
      '[file]',
      'capture file to measure with; by default a file is generated, and dnscap and tshark read it too if they are installed',
    )
    .option('--messages <N>', 'number of DNS messages in the generated file', '1000000')
    .option('--json', 'print JSON')
    .addOption(threadsOption())
    .option(
      '--hostile <SECONDS>',
      'measure the cost of hostile messages, segments and fragments instead, and search this long for more expensive ones',
    )
    .addHelpText('after', whatIsMeasured)
    .action(async (file: string | undefined, options: BenchOptions) => {
      if (options.hostile !== undefined) {
        const seconds = integer(0, 86_400).parse(options.hostile);
        const messages = measureHostile(seconds / 2);
        const packets = measureHostilePackets(seconds / 2);
        process.stdout.write(
          options.json === true
            ? `${JSON.stringify({ messages, packets }, null, 2)}\n`
            : `${describeHostile(messages)}\n${describeHostilePackets(packets)}`,
        );
        return;
      }
      const own = isSea() ? [process.execPath] : [process.execPath, process.argv[1]!];
      const threads = threadsOf(options);
      const result =
        file !== undefined
          ? await benchFile(file, threads)
          : await compareBench(integer(1, 10_000_000).parse(options.messages), [
              ...own,
              ...['bench', '--json', '--threads', `${threads}`],
            ]);
      if (options.json === true) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      else process.stdout.write('own' in result ? describeComparison(result) : describeBench(result));
    });
}

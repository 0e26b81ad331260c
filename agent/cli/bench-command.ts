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
Measured is the way from a file of packets to rows compressed by zstd at level 1, on one thread or with --threads on one that
reads and so many that decode and compress, and once more in the same process. Peers (dnscap -g, tshark -T fields) read the same file twice: with their text thrown away, which is less
work than ours, and with their text compressed by zstd -1, which is the same work. Processor time is that of all threads
and, where there are two programs, of both.
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
    .description('measure how fast this machine makes compressed rows of packets; nothing is shipped')
    .argument(
      '[file]',
      'a capture file; without it one is generated, which peers that are installed read too',
    )
    .option('--messages <N>', 'DNS messages in the generated file', '1000000')
    .option('--json', 'print JSON')
    .addOption(threadsOption())
    .option(
      '--hostile <SECONDS>',
      'measure instead what messages, segments and fragments take that are made to cost, and search for costlier ones for so long',
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

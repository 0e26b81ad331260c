import { isSea } from 'node:sea';
import { integer } from '@sonde/shared/settings/setting-types.ts';
import { Command } from 'commander';
import { compareBench, describeBench } from '../bench/compare.ts';
import { benchFile } from '../bench/run-bench.ts';

const whatIsMeasured = `
Measured is the way from a dnstap file to rows compressed by zstd at level 1, on one thread, and once more in the same process. The
program dnstap (of golang-dnstap), if it is installed, reads the same file as text and as JSON, twice each: with its output thrown
away, which is less work than ours, and with its output compressed by zstd -1, which is the same work. It does not pair queries
with responses. Processor time is that of all threads and, where there are two programs, of both.
`;

/** Creates the command `bench`: it measures how fast frames of dnstap become compressed rows on this machine. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('measure how fast this machine makes compressed rows of dnstap; nothing is shipped')
    .argument(
      '[FILE]',
      'a dnstap file; without it one is generated, which the peer that is installed reads too',
    )
    .option('--messages <N>', 'messages in the generated file', '1000000')
    .option('--json', 'print JSON')
    .addHelpText('after', whatIsMeasured)
    .action(async (file: string | undefined, options: { messages: string; json?: boolean }) => {
      const program = isSea() ? [process.execPath] : [process.execPath, process.argv[1]!];
      if (file !== undefined) {
        const own = await benchFile(file);
        process.stdout.write(options.json === true ? `${JSON.stringify(own)}\n` : describeBench(own));
        return;
      }
      const messages = integer(1, 10_000_000).parse(options.messages);
      const result = await compareBench(messages, [...program, 'bench', '--json']);
      process.stdout.write(
        options.json === true ? `${JSON.stringify(result)}\n` : describeBench(result.own, result.peers),
      );
    });
}

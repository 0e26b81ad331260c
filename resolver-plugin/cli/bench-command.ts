import { isSea } from 'node:sea';
import { integer } from '@sonde/shared/settings/setting-types.ts';
import { Command } from 'commander';
import { compareBench, describeBench } from '../bench/compare.ts';
import { benchFile } from '../bench/run-bench.ts';

const whatIsMeasured = `
The command measures how fast one thread converts a dnstap file to rows compressed with zstd at level 1. It then repeats the measurement
in the same process. If the program dnstap (of golang-dnstap) is installed, it reads the same file as text and as JSON, twice each. One
run discards the output, which is less work than sonde-resolver does. The other run compresses the output with zstd -1, which is the same
work. dnstap does not pair queries with responses. Processor time is the sum over all threads and both programs.
`;

/** Creates the command `bench`: it measures how fast frames of dnstap become compressed rows on this machine. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('measure how fast this machine converts dnstap to compressed rows; nothing is shipped')
    .argument('[FILE]', 'dnstap file; by default a generated file, also used for an installed peer program')
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

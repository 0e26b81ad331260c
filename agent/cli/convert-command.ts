import { Command } from 'commander';
import type { CommandParts } from './command-parts.ts';
import { portOption, portsOf } from './port-option.ts';

/** Creates the command `convert`: it writes the transactions of a capture file as C-DNS; nothing is shipped. */
export function convertCommand(convertFile: CommandParts['convertFile']): Command {
  return new Command('convert')
    .description('convert a capture file to C-DNS (RFC 8618)')
    .argument(
      '<from>',
      "pcap, pcapng or C-DNS file, Zeek's dns.log or Suricata's eve.json; - reads standard input",
    )
    .argument('<to>', 'new file; - writes to standard output')
    .addOption(portOption())
    .action(async (from: string, to: string, options: { port?: string[] }) => {
      const { transactions, malformedMessages, octets } = await convertFile(from, to, portsOf(options));
      process.stderr.write(
        `${transactions} transactions and ${malformedMessages} malformed messages, ${octets} octets.\n`,
      );
    });
}

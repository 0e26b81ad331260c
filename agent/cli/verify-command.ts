import { Command } from 'commander';
import type { CommandParts } from './command-parts.ts';
import { exitCodes } from './exit-codes.ts';
import { portOption, portsOf } from './port-option.ts';
import { threadsOf, threadsOption } from './threads-option.ts';

/**
 * Creates the command `verify`: it counts the packets, messages and transactions of a capture file; nothing is shipped.
 */
export function verifyCommand(verifyFile: CommandParts['verifyFile']): Command {
  return new Command('verify')
    .description('count the messages of a capture file; ships nothing')
    .argument(
      '<file>',
      "pcap, pcapng or C-DNS file, Zeek's dns.log or Suricata's eve.json; - reads standard input",
    )
    .addOption(portOption())
    .addOption(threadsOption())
    .option('--json', 'print JSON')
    .action(async (file: string, options: { port?: string[]; threads?: string; json?: boolean }) => {
      const counts = await verifyFile(file, portsOf(options), threadsOf(options));
      if (options.json === true) process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`);
      else process.stdout.write(`${lines(counts).join('\n')}\n`);
      if (counts.damage != null) process.exitCode = exitCodes.failed;
    });
}

/** One line a count, those of a group under its heading. */
function lines(counts: object, indent = ''): string[] {
  return Object.entries(counts).flatMap(([name, value]: [string, unknown]) => {
    const label = `${indent}${name.replaceAll('_', ' ')}`;
    if (typeof value === 'object' && value !== null) return [label, ...lines(value, `${indent}  `)];
    return [`${label.padEnd(28)} ${value ?? 'none'}`];
  });
}

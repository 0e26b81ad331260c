import { once } from 'node:events';
import { Command } from 'commander';
import type { CommandParts } from './command-parts.ts';
import { portOption, portsOf } from './port-option.ts';

/**
 * Creates the command `print`: it prints the transactions of a capture file, a line of JSON for each; nothing is
 * shipped.
 */
export function printCommand(readTransactions: CommandParts['readTransactions']): Command {
  return new Command('print')
    .description('print the queries of a capture file with their responses, one JSON object per line')
    .argument(
      '<file>',
      "pcap, pcapng or C-DNS file, Zeek's dns.log or Suricata's eve.json; - reads standard input",
    )
    .addOption(portOption())
    .action(async (file: string, options: { port?: string[] }) => {
      const { stdout } = process;
      // Whoever reads may have seen enough, as `head` has.
      stdout.on('error', (error: NodeJS.ErrnoException) => {
        process.exit(error.code === 'EPIPE' ? 0 : 1);
      });
      let isFull = false;
      const take = (transaction: object): void => {
        isFull = !stdout.write(`${JSON.stringify(transaction)}\n`);
      };
      await readTransactions(file, portsOf(options), take, async () => {
        if (isFull) await once(stdout, 'drain');
        isFull = false;
      });
    });
}

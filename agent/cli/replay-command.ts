import { Command, Option } from 'commander';
import type { LoadedConfig } from '../config/settings.ts';
import type { CommandParts } from './command-parts.ts';
import { addAgentOptions, loadFor, runWith } from './run-command.ts';

interface ReplayOptions {
  readonly speed: 'wire' | 'max';
  readonly shiftTo?: 'now';
  readonly config?: string;
}

/** Creates the command `replay`: it reads a capture file as fast as it came, or as fast as it can be read. */
export function replayCommand(parts: CommandParts): Command {
  const command = new Command('replay')
    .description('ship the queries of a capture file')
    .argument(
      '<file>',
      "pcap, pcapng or C-DNS file, Zeek's dns.log or Suricata's eve.json; - reads standard input",
    )
    .addOption(
      new Option('--speed <speed>', 'wire: at the pace of the capture; max: as fast as possible')
        .choices(['wire', 'max'])
        .default('max'),
    );
  command.addOption(
    new Option(
      '--shift-to <time>',
      'move the times of all packets, so that the last packet (with --speed wire, the first packet) has the present time',
    ).choices(['now']),
  );
  addAgentOptions(command, ['interfaces']);
  return command.action(async (file: string, options: ReplayOptions) => {
    const isShifted = options.shiftTo !== undefined;
    if (isShifted && file === '-' && options.speed === 'max') {
      command.error(
        'error: --shift-to now needs a file or --speed wire, because standard input can be read only once.',
      );
    }
    const load = (): Promise<LoadedConfig> => loadFor(command, options.config);
    await runWith(await load(), { file, speed: options.speed, isShifted }, parts, load);
  });
}

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
      "pcap, pcapng or C-DNS file, Zeek's dns.log, Suricata's eve.json, - for standard input",
    )
    .addOption(
      new Option(
        '--speed <speed>',
        'wire: at the pace at which it was captured; max: as fast as it can be read',
      )
        .choices(['wire', 'max'])
        .default('max'),
    );
  command.addOption(
    new Option(
      '--shift-to <time>',
      'give the packets the times at which the last of them (with --speed wire the first) came now',
    ).choices(['now']),
  );
  addAgentOptions(command, ['interfaces']);
  return command.action(async (file: string, options: ReplayOptions) => {
    const isShifted = options.shiftTo !== undefined;
    if (isShifted && file === '-' && options.speed === 'max') {
      command.error('error: Standard input is read once: --shift-to now takes a file, or --speed wire.');
    }
    const load = (): Promise<LoadedConfig> => loadFor(command, options.config);
    await runWith(await load(), { file, speed: options.speed, isShifted }, parts, load);
  });
}

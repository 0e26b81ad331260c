import { Command, Option } from 'commander';
import type { LoadedConfig } from '../config/settings.ts';
import type { CommandParts } from './command-parts.ts';
import { addAgentOptions, loadFor, runWith } from './run-command.ts';

/** Creates the command `replay`: it reads a capture file as fast as it came, or as fast as it can be read. */
export function replayCommand(parts: CommandParts): Command {
  const command = new Command('replay')
    .description('ship the queries of a capture file')
    .argument('<file>', 'pcap or pcapng file, - for standard input')
    .addOption(
      new Option(
        '--speed <speed>',
        'wire: at the pace at which it was captured; max: as fast as it can be read',
      )
        .choices(['wire', 'max'])
        .default('max'),
    );
  addAgentOptions(command, ['interfaces']);
  return command.action(async (file: string, options: { speed: 'wire' | 'max'; config?: string }) => {
    const load = (): Promise<LoadedConfig> => loadFor(command, options.config);
    await runWith(await load(), { file, speed: options.speed }, parts, load);
  });
}

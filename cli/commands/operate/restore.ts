import { Command } from 'commander';
import { passTo } from '../../programs/pass-to.ts';

/** Creates the command `sonde restore`, which the collector of this installation runs. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup into an empty data directory.')
    .argument('[ARGUMENT...]')
    .allowUnknownOption()
    .passThroughOptions()
    .helpOption(false)
    .action(async (args: readonly string[]) => {
      await passTo('collector', ['restore', ...args]);
    });
}

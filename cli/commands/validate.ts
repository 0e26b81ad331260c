import { basename } from 'node:path';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { validateZoneCommand, validateZoneFile, withZoneOptions, type ZoneOptions } from './validate-zone.ts';

/** Configurations of servers, which are not read: they are not to be taken for zones. */
const configurations = /\.(?:conf|ya?ml|toml|lua|json)$|^Corefile$/i;

/** `sonde validate`: what is wrong with a file, judged on this machine alone. */
export function validateCommand(): Command {
  return withZoneOptions(new Command('validate'))
    .description('Check a zone file on this machine, without asking anybody.')
    .enablePositionalOptions()
    .argument('<FILE>')
    .addHelpText(
      'after',
      '\nExamples:\n  sonde validate db.example.org --origin example.org\n\nThe exit code is 2 if something is wrong.',
    )
    .action(validate)
    .addCommand(validateZoneCommand());
}

function validate(file: string, options: ZoneOptions): void {
  if (configurations.test(basename(file))) {
    throw new UsageError(`${file}: unsupported: only zone files are read.`, exitCodes.usage);
  }
  validateZoneFile(file, options);
}

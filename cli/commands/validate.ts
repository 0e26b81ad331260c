import { basename } from 'node:path';
import { serverTypes } from '@sonde/scanner/configuration/server-types.ts';
import { Command, Option } from 'commander';
import { type ConfigurationOptions, validateConfiguration } from '../validate/print-configuration.ts';
import { validateZoneCommand, validateZoneFile, withZoneOptions, type ZoneOptions } from './validate-zone.ts';

/** Configurations of servers by their names: they are not to be taken for zones. */
const configurations = /\.(?:conf|ya?ml|toml|lua|json)$|^Corefile$/i;

interface Options extends ZoneOptions, ConfigurationOptions {}

/** Creates the command `sonde validate`: it lists the faults of a file, judged on this machine alone. */
export function validateCommand(): Command {
  return withZoneOptions(new Command('validate'))
    .description(
      'Check a zone file or the configuration of a name server on this machine, without asking anybody.',
    )
    .enablePositionalOptions()
    .argument('<FILE>')
    .addOption(
      new Option(
        '--server <SERVER>',
        'whose configuration it is, where its name or text does not tell',
      ).choices(serverTypes),
    )
    .option('--server-version <VERSION>', 'such as 9.18: options are held against it')
    .addHelpText(
      'after',
      '\nExamples:\n  sonde validate db.example.org --origin example.org\n  sonde validate /etc/bind/named.conf\n' +
        '  sonde validate my.conf --server bind --server-version 9.18\n\nThe exit code is 2 if something is wrong.',
    )
    .action(validate)
    .addCommand(validateZoneCommand());
}

function validate(file: string, options: Options): void {
  if (options.server !== undefined || configurations.test(basename(file)))
    validateConfiguration(file, options);
  else validateZoneFile(file, options);
}

import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { serverTypes } from '@sonde/scanner/configuration/server-types.ts';
import { Command, Option } from 'commander';
import { type ConfigurationOptions, validateConfiguration } from '../../validate/print-configuration.ts';
import { validateZoneCommand, validateZoneFile, withZoneOptions, type ZoneOptions } from './validate-zone.ts';

/** Configurations of servers by their names: they are not to be taken for zones. */
const configurations = /\.(?:conf|ya?ml|toml|lua|json|zip|tar|tgz|tar\.gz)$|^Corefile$/i;

interface Options extends ZoneOptions, ConfigurationOptions {}

/** Creates the command `sonde validate`: it lists the faults of a file, judged on this machine alone. */
export function validateCommand(): Command {
  return withZoneOptions(new Command('validate'))
    .description('Check a zone file or the configuration of a name server on this machine, offline.')
    .enablePositionalOptions()
    .argument('<FILE...>', 'zone file; or configuration file, directory or archive, with its included files')
    .addOption(
      new Option(
        '--server <SERVER>',
        'name server of the configuration, if its file name or text does not show it',
      ).choices(serverTypes),
    )
    .option('--main <FILE>', 'file that the server starts with, if you give several files')
    .option('--no-includes', 'do not read the files that a configuration includes')
    .option('--server-version <VERSION>', 'version of the name server to check options against, such as 9.18')
    .addHelpText(
      'after',
      '\nExamples:\n  sonde validate db.example.org --origin example.org\n  sonde validate /etc/bind/named.conf\n' +
        '  sonde validate /etc/unbound\n' +
        '  sonde validate my.conf --server bind --server-version 9.18\n\nThe exit code is 2 if there is an error or, in a configuration or with --strict, a warning.',
    )
    .action(validate)
    .addCommand(validateZoneCommand());
}

function validate(files: readonly string[], options: Options): void {
  const [file = ''] = files;
  const isConfiguration =
    options.server !== undefined || files.length > 1 || configurations.test(basename(file)) || isFolder(file);
  if (isConfiguration) validateConfiguration(files, options);
  else validateZoneFile(file, options);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

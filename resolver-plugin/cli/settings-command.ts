import { settingsAsMarkdown } from '@sonde/shared/settings/describe-settings.ts';
import { Command } from 'commander';
import { settings } from '../config/settings.ts';

/** Creates the command `settings`: it prints all settings in the form of the documentation. */
export function settingsCommand(): Command {
  return new Command('settings').description('print all settings with their defaults').action(() => {
    process.stdout.write(`${settingsAsMarkdown(settings, '###')}\n`);
  });
}

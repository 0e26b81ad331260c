import { Command } from 'commander';
import { settingsTable } from '../config/settings-table.ts';

/** `settings`: all of them, as the documentation shows them. */
export function settingsCommand(): Command {
  return new Command('settings').description('print all settings with their defaults').action(() => {
    process.stdout.write(`${settingsTable()}\n`);
  });
}

import { settingsAsMarkdown } from '@sonde/shared/settings/describe-settings.ts';
import { Command } from 'commander';
import { settings } from '../config/settings.ts';

/** Creates the command `settings`: it prints all settings as a table in Markdown; docs/agent.md holds it. */
export function settingsCommand(): Command {
  return new Command('settings')
    .description('print all settings and their defaults as Markdown tables')
    .action(() => {
      process.stdout.write(`${settingsAsMarkdown(settings, '###')}\n`);
    });
}

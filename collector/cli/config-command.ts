import { describeSettings, settingsAsTable } from '@sonde/shared/settings/describe-settings.ts';
import { Command } from 'commander';
import { renderConfigurationPage, renderEnvExample } from '../config/render-docs.ts';
import { settings } from '../config/settings.ts';
import { addConfigFlags, configOf } from './config-flags.ts';

interface Options {
  readonly check?: true;
  readonly json?: true;
  readonly envExample?: true;
  readonly markdown?: true;
}

/** The command `sonde collector config` shows the settings in force, without secrets. */
export function configCommand(): Command {
  const command = new Command('config')
    .description('Show the current settings and their sources, without secrets.')
    .option('--check', 'only check whether the settings are valid')
    .option('--json', 'print JSON instead of text')
    .option('--env-example', 'print the file .env.example')
    .option('--markdown', 'print the page docs/configuration.md')
    .action((options: Options) => {
      if (options.envExample) return print(renderEnvExample());
      if (options.markdown) return print(renderConfigurationPage());
      const loaded = configOf(command);
      for (const warning of loaded.warnings) process.stderr.write(`${warning}\n`);
      if (options.check) return print(options.json ? '{"valid":true}\n' : 'The settings can be read.\n');
      const described = describeSettings(settings, loaded);
      if (options.json) return print(`${JSON.stringify(described, null, 2)}\n`);
      print(settingsAsTable(described));
    });
  return addConfigFlags(command);
}

function print(text: string): void {
  process.stdout.write(text);
}

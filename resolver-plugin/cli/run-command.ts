import { reloadAtHangup } from '@sonde/shared/settings/reload-at-hangup.ts';
import { onParentGone } from '@sonde/shared/system/parent-gone.ts';
import { Command } from 'commander';
import { readSettings, withCollector } from '../config/load-settings.ts';
import { readRegistration, registrationPath } from '../config/registration.ts';
import { settings as table } from '../config/settings.ts';
import { runPlugin } from '../run/run-plugin.ts';
import { addSettingOptions, givenSettings } from './setting-options.ts';

/** Creates the command `run`: it runs until it is told to stop. */
export function runCommand(): Command {
  const command = new Command('run')
    .description('run the plugin: receive dnstap, serve the policy, report to the collector')
    .option('--check', 'print the settings in force and their errors, then exit');
  addSettingOptions(command);
  return command.action(async (options: { config?: string; check?: boolean }) => {
    const load = () =>
      readSettings({ file: options.config, env: process.env, flags: givenSettings(command) });
    const report = (message: string) => void process.stderr.write(`${message}\n`);
    const loaded = load();
    for (const warning of loaded.warnings) report(warning);
    const settings = withCollector(loaded.config);
    const registration = await readRegistration(registrationPath(settings));
    const modules = Object.keys(registration.api_keys);
    if (options.check === true) {
      const shown = Object.entries(settings).map(([name, value]) => {
        const isHidden = table[name as keyof typeof table].secret === 'all' && value !== undefined;
        return [name, isHidden ? '(set, not shown)' : value];
      });
      const report = { ...Object.fromEntries(shown), resolver_id: registration.resolver_id, modules };
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      return;
    }
    const stopped = new Promise<void>((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
      onParentGone(resolve);
    });
    const plugin = await runPlugin(settings, registration, report);
    process.stdout.write(
      `Resolver ${registration.resolver_id} (${modules.join(', ')}): dnstap on ${settings.dnstap_socket}, ` +
        `zone ${settings.zone} on ${settings.primary.host} port ${settings.primary.port}\n`,
    );
    reloadAtHangup({
      table,
      loaded,
      load,
      use: async (config) => {
        await plugin.use(withCollector(config));
        return [];
      },
      log: { info: report, warn: report, error: report },
    });
    await stopped;
    await plugin.stop();
  });
}

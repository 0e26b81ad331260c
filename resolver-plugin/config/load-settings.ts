import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import {
  type LoadedSettings,
  loadSettings as load,
  type ProgramSettings,
  type SettingSources,
} from '@sonde/shared/settings/load-settings.ts';
import { prefix, type SettingName, type Settings, settings } from './settings.ts';

const program: ProgramSettings<typeof settings> = {
  table: settings,
  prefix,
  fileVariable: 'SONDE_RESOLVER_CONFIG',
  defaultFile: '/etc/sonde/resolver.json',
};

export type LoadedPluginSettings = LoadedSettings<typeof settings>;

/** Reads the settings, and the source of each. Throws a ConfigError that has all faults. */
export function readSettings(sources: SettingSources<SettingName>): LoadedPluginSettings {
  return load(program, sources);
}

/** Reads the settings, and warns on standard error of what is worth a look. Throws a ConfigError that has all faults. */
export function loadSettings(sources: SettingSources<SettingName>): Settings {
  const { config, warnings } = readSettings(sources);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return withCollector(config);
}

/** Returns the settings of a command that needs a collector. Throws a ConfigError if none is named. */
export function withCollector(config: LoadedPluginSettings['config']): Settings {
  const { collector } = config;
  if (collector === undefined)
    throw new ConfigError(['There is no collector. Set it with --collector URL or in the settings file.']);
  return { ...config, collector };
}

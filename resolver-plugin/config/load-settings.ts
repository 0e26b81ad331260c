import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import {
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

/** Reads the settings; what is worth a look goes to `warn`. Throws a ConfigError that has all faults. */
export function loadSettings(
  sources: SettingSources<SettingName>,
  warn: (sentence: string) => void = (sentence) => void process.stderr.write(`${sentence}\n`),
): Settings {
  const { config, warnings } = load(program, sources);
  for (const warning of warnings) warn(warning);
  const { collector } = config;
  if (collector === undefined)
    throw new ConfigError(['There is no collector: name it by --collector URL or in the settings file.']);
  return { ...config, collector };
}

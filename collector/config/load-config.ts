import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import {
  type LoadedSettings,
  loadSettings,
  type SettingSources,
} from '@sonde/shared/settings/load-settings.ts';
import { collectorSettings, type SettingName, type settings } from './settings.ts';

export type LoadedConfig = LoadedSettings<typeof settings>;

/** Reads the collector's settings. Throws a ConfigError that has all faults. */
export function loadConfig(sources: SettingSources<SettingName>): LoadedConfig {
  const loaded = loadSettings(collectorSettings, sources);
  if (loaded.config.storeProfile === 'forensic' && loaded.config.detailRetention !== undefined)
    throw new ConfigError([
      'SONDE_DETAIL_RETENTION clears what a forensic store keeps: leave it out, or choose another SONDE_STORE_PROFILE.',
    ]);
  return loaded;
}

import {
  type LoadedSettings,
  loadSettings,
  type SettingSources,
} from '@sonde/shared/settings/load-settings.ts';
import { collectorSettings, type SettingName, type settings } from './settings.ts';

export type LoadedConfig = LoadedSettings<typeof settings>;

/** Reads the collector's settings. Throws a ConfigError that has all faults. */
export function loadConfig(sources: SettingSources<SettingName>): LoadedConfig {
  return loadSettings(collectorSettings, sources);
}

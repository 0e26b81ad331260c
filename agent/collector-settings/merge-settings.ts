import { readSettingsFromCollector } from '@sonde/shared/sensor-settings/settings-from-collector.ts';
import { type Config, type LoadedConfig, type SettingName, settings } from '../config/settings.ts';
import { SettingsRefused } from './settings-refused.ts';

/** Merged settings are those of the machine's owner, with those of the collector where the owner gave none. */
export interface MergedSettings {
  readonly config: Config;
  /** Settings of the collector's in whose place the owner gave a value, which wins. */
  readonly keptOwn: readonly string[];
}

/** The settings of a machine, as far as a merge looks at them. */
export type OwnSettings = Pick<LoadedConfig, 'config' | 'origins'>;

/**
 * Puts the collector's settings where the machine's owner gave none. Throws a SettingsRefused if one is not known, may not come from there,
 * or can't be read: settings are taken whole or not at all.
 */
export function mergeSettings(
  own: OwnSettings,
  texts: Readonly<Record<string, string>>,
  version: number,
): MergedSettings {
  const { values, faults } = readSettingsFromCollector(texts, settings);
  const [fault] = faults;
  if (fault !== undefined) {
    throw new SettingsRefused(
      fault.reason,
      faults
        .map(({ message }) => message)
        .join(' ')
        .slice(0, 1_000),
      version,
    );
  }
  const names = Object.keys(values) as SettingName[];
  const isOwn = (name: SettingName): boolean => own.origins[name] !== 'default';
  const given = Object.fromEntries(names.filter((name) => !isOwn(name)).map((name) => [name, values[name]]));
  // Each value was read by the declaration of its name.
  return { config: { ...own.config, ...given } as Config, keptOwn: names.filter(isOwn) };
}

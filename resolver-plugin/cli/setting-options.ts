import { addSettingOptions as add, givenSettings as given } from '@sonde/shared/settings/setting-options.ts';
import type { Command } from 'commander';
import { type SettingName, settings } from '../config/settings.ts';

/** Adds a flag for each setting to a command, and one for the settings file. */
export function addSettingOptions(command: Command, names?: readonly SettingName[]): void {
  command.option(
    '--config <FILE>',
    'settings file in JSON (default: /etc/sonde/resolver.json if it is there)',
  );
  add(command, settings, names);
}

/** Collects the flags that were given, by the names of their settings. */
export function givenSettings(command: Command): Partial<Record<SettingName, string>> {
  return given(command, settings);
}

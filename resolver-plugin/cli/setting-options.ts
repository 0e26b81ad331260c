import { type Command, Option } from 'commander';
import { defaultFile } from '../config/load-settings.ts';
import {
  environmentName,
  flagName,
  type SettingName,
  settingNames,
  settingsSchema,
} from '../config/settings.ts';

/** Adds a flag for each setting to a command. */
export function addSettingOptions(command: Command, names: readonly SettingName[] = settingNames): void {
  command.option('--config <FILE>', `settings as JSON (default: ${defaultFile} if it is there)`);
  for (const name of names) {
    const { description = '' } = settingsSchema.shape[name];
    command.addOption(new Option(`${flagName(name)} <VALUE>`, `${description} [${environmentName(name)}]`));
  }
}

/** The flags that were given, by the names of their settings. */
export function givenSettings(command: Command): Partial<Record<SettingName, string>> {
  const given: Partial<Record<SettingName, string>> = {};
  for (const name of settingNames) {
    const attribute = new Option(`${flagName(name)} <VALUE>`).attributeName();
    const value: unknown = command.getOptionValue(attribute);
    if (typeof value === 'string') given[name] = value;
  }
  return given;
}

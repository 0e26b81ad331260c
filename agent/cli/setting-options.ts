import { type Command, Option } from 'commander';
import { environmentName, flagName, type SettingName, setting, settingNames } from '../config/settings.ts';

/** Adds a flag for each setting to a command. */
export function addSettingOptions(command: Command, without: readonly SettingName[] = []): void {
  command.option(
    '--config <FILE>',
    'configuration file in JSON (default: /etc/sonde/agent.json if it is there)',
  );
  for (const name of settingNames) {
    if (without.includes(name)) continue;
    const { placeholder, help, list, default: fallback } = setting(name);
    const isSet = fallback !== undefined && !(Array.isArray(fallback) && fallback.length === 0);
    const note = isSet ? ` (default: ${Array.isArray(fallback) ? fallback.join(', ') : fallback})` : '';
    const option = new Option(
      `${flagName(name)} <${placeholder}>`,
      `${help}${note} [${environmentName(name)}]`,
    );
    if (list) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
    command.addOption(option);
  }
}

/** The flags that were given, by the names of their settings. */
export function givenSettings(command: Command): Partial<Record<SettingName, unknown>> {
  const given: Partial<Record<SettingName, unknown>> = {};
  for (const name of settingNames) {
    const attribute = new Option(`${flagName(name)} <value>`).attributeName();
    if (command.getOptionValueSource(attribute) === 'cli') given[name] = command.getOptionValue(attribute);
  }
  return given;
}

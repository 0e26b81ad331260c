import type { Setting, SettingsTable } from './setting.ts';

/** As much of commander's Option as is used here. */
interface FlagOption {
  hideHelp(): unknown;
  argParser(collect: (value: string, before: unknown) => unknown): unknown;
}

/** As much of commander's Command as takes flags. */
interface FlagTaker<Option extends FlagOption> {
  createOption(flags: string, description?: string): Option;
  addOption(option: Option): unknown;
  opts(): Readonly<Record<string, unknown>>;
}

/**
 * Adds a flag for every setting, or for those named. A list's flag may be given several times. Those of secrets are taken
 * and not told of: every user of the machine can read a command line.
 */
export function addSettingOptions<Table extends SettingsTable, Option extends FlagOption>(
  command: FlagTaker<Option>,
  table: Table,
  names: readonly (keyof Table)[] = Object.keys(table),
): void {
  for (const name of names) {
    const { flag, placeholder, help, env, default: fallback, type, secret } = table[name] as Setting<unknown>;
    const more = fallback === undefined || fallback === '' ? `env ${env}` : `env ${env}, default ${fallback}`;
    const option = command.createOption(`${flag} <${placeholder}>`, `${help} (${more})`);
    if (type.parseItems !== undefined) option.argParser(collect);
    if (secret === 'all') option.hideHelp();
    command.addOption(option);
  }
}

function collect(value: string, before: unknown): string {
  return typeof before === 'string' ? `${before},${value}` : value;
}

/** Collects the flags that were given, by the names of their settings. */
export function givenSettings<Table extends SettingsTable>(
  command: Pick<FlagTaker<FlagOption>, 'opts'>,
  table: Table,
): Partial<Record<keyof Table & string, string>> {
  const given = command.opts();
  const flags: Partial<Record<string, string>> = {};
  for (const [name, { flag }] of Object.entries(table)) {
    const value = given[optionName(flag)];
    if (typeof value === 'string') flags[name] = value;
  }
  return flags as Partial<Record<keyof Table & string, string>>;
}

/** Commander keeps `--admin-key` under `adminKey`. */
function optionName(flag: string): string {
  return flag.slice(2).replaceAll(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}

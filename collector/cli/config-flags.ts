import type { Command } from 'commander';
import { ConfigError, type LoadedConfig, loadConfig } from '../config/load-config.ts';
import type { Setting } from '../config/setting.ts';
import { type SettingName, settings } from '../config/settings.ts';
import { UsageError } from './usage-error.ts';

const all = Object.entries(settings) as [SettingName, Setting<unknown>][];

/** Adds a flag for every setting. */
export function addConfigFlags(command: Command): Command {
  for (const [, { flag, placeholder, help, env, default: fallback }] of all) {
    const more = fallback === undefined || fallback === '' ? `env ${env}` : `env ${env}, default ${fallback}`;
    command.option(`${flag} <${placeholder}>`, `${help} (${more})`);
  }
  return command;
}

/** Reads the settings from a command's flags and the environment. */
export function configOf(command: Command): LoadedConfig {
  const given = command.opts<Record<string, string | undefined>>();
  const flags: Partial<Record<SettingName, string>> = {};
  for (const [name, { flag }] of all) {
    const text = given[optionName(flag)];
    if (text !== undefined) flags[name] = text;
  }
  try {
    return loadConfig({ env: process.env, flags });
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, 78);
    throw error;
  }
}

/** Commander keeps `--admin-key` under `adminKey`. */
function optionName(flag: string): string {
  return flag.slice(2).replaceAll(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}

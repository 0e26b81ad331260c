import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { addSettingOptions, givenSettings } from '@sonde/shared/settings/setting-options.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import type { Command } from 'commander';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { settings } from '../config/settings.ts';

/** Adds a flag for every setting, and one for the file. */
export function addConfigFlags(command: Command): Command {
  command.option(
    '--config <FILE>',
    'JSON file with settings (env SONDE_CONFIG, default /etc/sonde/collector.json)',
  );
  addSettingOptions(command, settings);
  return command;
}

/** Reads the settings from a command's flags, the environment and the settings file. */
export function configOf(command: Command): LoadedConfig {
  const { config: file } = command.opts<{ config?: string }>();
  try {
    return loadConfig({ env: process.env, flags: givenSettings(command, settings), file });
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, 78);
    throw error;
  }
}

import { readFile } from 'node:fs/promises';
import { ConfigError } from './config-error.ts';
import {
  environmentName,
  type SettingName,
  type Settings,
  settingNames,
  settingsSchema,
} from './settings.ts';

export const defaultFile = '/etc/sonde/resolver.json';

export interface SettingSources {
  /** A file that must be there; without one, the default file is read if there is any. */
  readonly file: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags: Partial<Record<SettingName, string>>;
}

/** Flags go before the environment, and that before the file. Throws a ConfigError. */
export async function loadSettings({ file, environment, flags }: SettingSources): Promise<Settings> {
  const fromFile = await readSettingsFile(file);
  const fromEnvironment = Object.fromEntries(
    settingNames.map((name) => [name, environment[environmentName(name)]]).filter(([, value]) => value),
  );
  const parsed = settingsSchema.safeParse({ ...fromFile, ...fromEnvironment, ...flags });
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.join('.')}: ${message}`,
    ),
  );
}

async function readSettingsFile(file: string | undefined): Promise<object> {
  let text: string;
  try {
    text = await readFile(file ?? defaultFile, 'utf8');
  } catch (error) {
    if (file === undefined) return {};
    throw new ConfigError([`${file} cannot be read: ${(error as Error).message}`]);
  }
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  } catch {
    // Told below.
  }
  throw new ConfigError([`${file ?? defaultFile} is not an object in JSON.`]);
}

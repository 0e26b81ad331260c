import { readFile } from 'node:fs/promises';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import type { Registration } from '../config/registration.ts';
import type { Settings } from '../config/settings.ts';

/** Finds the location key under which single queries are shipped; undefined if there is none. Throws a ConfigError. */
export async function locationKey(
  { location_key_file: file }: Pick<Settings, 'location_key_file'>,
  registration: Registration,
): Promise<string | undefined> {
  if (file === undefined) return registration.location_key ?? undefined;
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ConfigError([`location_key_file: ${file} cannot be read: ${error.message}`]);
  });
  const key = text.trim();
  if (/^[\x21-\x7e]{8,512}$/.test(key)) return key;
  throw new ConfigError([`location_key_file: ${file} contains no location key.`]);
}

import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { chosenKey } from '../config/setting-types.ts';
import type { KeyFile } from '../ports/system/key-file.ts';

/**
 * Reads the administrator's key from its file; undefined if there is no such file. Throws a UsageError if the file
 * holds no key.
 */
export async function chosenKeyIn(path: string, file: Pick<KeyFile, 'read'>): Promise<string | undefined> {
  const text = await file.read();
  if (text === undefined) return undefined;
  try {
    return chosenKey.parse(text);
  } catch {
    throw new UsageError(`${path} holds no API key, which has ${chosenKey.describe}.`);
  }
}

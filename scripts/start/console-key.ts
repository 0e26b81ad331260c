import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, callApi, getStats } from '../programs/api.ts';

/**
 * The key that this program asks for statistics with: one without an administrator's rights, made when an administrator's
 * key is at hand and kept in the data directory. Undefined where there is none that works.
 */
export async function consoleKey(
  data: string,
  url: string,
  adminKey: string | undefined,
): Promise<string | undefined> {
  const file = join(data, 'console-key');
  const kept = readOrUndefined(file);
  if (kept !== undefined && (await works(url, kept))) return kept;
  if (adminKey === undefined) return undefined;
  const body = JSON.stringify({ label: 'the console of npm start', administrator: false });
  const made = (await callApi(url, adminKey, '/api/account/api-keys', { method: 'POST', body })) as {
    api_key: string;
  };
  writeFileSync(file, made.api_key, { mode: 0o600 });
  return made.api_key;
}

async function works(url: string, key: string): Promise<boolean> {
  try {
    await getStats(url, key);
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.status === 401);
  }
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { SondeError } from '@sonde/client/sonde-error.ts';

/**
 * Gives the key that this program asks for statistics with: one without an administrator's rights, made if an
 * administrator's key is at hand and kept in the data directory. Undefined if there is none that works.
 */
export async function consoleKey(
  data: string,
  connect: (key: string) => SondeClient,
  adminKey: string | undefined,
): Promise<string | undefined> {
  const file = join(data, 'console-key');
  const kept = readOrUndefined(file);
  if (kept !== undefined && (await works(connect(kept)))) return kept;
  if (adminKey === undefined) return undefined;
  try {
    const made = await connect(adminKey).call('POST /api/account/api-keys', {
      body: { label: 'the console of sonde start', administrator: false },
    });
    writeFileSync(file, made.api_key, { mode: 0o600 });
    return made.api_key;
  } catch (error) {
    // A key that was revoked, or an account that has all the keys that it may have.
    if (error instanceof SondeError) return undefined;
    throw error;
  }
}

async function works(client: SondeClient): Promise<boolean> {
  try {
    await client.call('GET /api/auth/me');
    return true;
  } catch (error) {
    return !(error instanceof SondeError && error.status === 401);
  }
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import type { Random } from '@sonde/shared/system/random.ts';

const secretBytes = 32;

/** Reads the secret that tokens are signed with if none is configured, made at the first start. */
export async function tokenSecret(dataDirectory: string, random: Random): Promise<Uint8Array> {
  const path = join(dataDirectory, 'token-secret');
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = random.bytes(secretBytes);
  await writeDurably(path, secret);
  return secret;
}

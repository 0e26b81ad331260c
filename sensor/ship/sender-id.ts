import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';

/** The lasting identity that a file keeps, made where there is none. Rejects with the file system's error. */
export async function senderId(path: string): Promise<string> {
  const known = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(known)) return known;
  const id = randomUUID();
  await writeDurably(path, Buffer.from(`${id}\n`));
  return id;
}

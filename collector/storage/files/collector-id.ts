import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import type { Random } from '@sonde/shared/system/random.ts';

/** Reads the lasting identity of the collector on this data directory, made at the first start. */
export async function collectorId(dataDirectory: string, random: Random): Promise<string> {
  const path = join(dataDirectory, 'collector-id');
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const id = random.uuid();
  await writeDurably(path, Buffer.from(`${id}\n`));
  return id;
}

import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';

/** A sensor directory is the directory that a sensor keeps over restarts, and the identity in it. */
export interface SensorDirectory {
  readonly path: string;
  /** The lasting identity of the sensor: a UUID, made at its first start. */
  readonly senderId: string;
}

/** Opens the directory, or makes it; `identity` is the name of the file that keeps the id. Rejects with the file system's error. */
export async function openSensorDirectory(path: string, identity: string): Promise<SensorDirectory> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const file = join(path, identity);
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(known)) return { path, senderId: known };
  const senderId = randomUUID();
  await writeDurably(file, Buffer.from(`${senderId}\n`));
  return { path, senderId };
}

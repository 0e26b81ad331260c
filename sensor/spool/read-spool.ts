import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeHeader, envelopeBytes } from '@sonde/shared/batch/envelope.ts';
import { unfinishedSuffix } from '@sonde/shared/files/write-durably.ts';
import { ordinalOf, type SpoolEntry } from './spool-entry.ts';

/**
 * The batches that an earlier run left in a directory, in the order of shipping. Unfinished files are removed. Files that
 * bear a batch's name and hold none come back as `damaged`.
 */
export async function readSpool(directory: string): Promise<{ entries: SpoolEntry[]; damaged: string[] }> {
  const entries: SpoolEntry[] = [];
  const damaged: string[] = [];
  for (const name of (await readdir(directory)).sort()) {
    if (name.endsWith(unfinishedSuffix)) {
      await rm(join(directory, name), { force: true });
      continue;
    }
    const ordinal = ordinalOf(name);
    if (ordinal === undefined) continue;
    const entry = await readEntry(join(directory, name), ordinal);
    if (entry === undefined) damaged.push(name);
    else entries.push(entry);
  }
  return { entries, damaged };
}

async function readEntry(path: string, ordinal: number): Promise<SpoolEntry | undefined> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(envelopeBytes);
    await file.read(head, 0, envelopeBytes, 0);
    const header = decodeHeader(head);
    const size = (await file.stat()).size;
    const promised = envelopeBytes + head.readUInt32LE(84) + head.readUInt32LE(80);
    if (size !== promised) return undefined;
    const createdAt = Math.floor(header.createdAt / 1000);
    return { ordinal, batchId: header.batchId, rows: header.rows, messages: undefined, size, createdAt };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

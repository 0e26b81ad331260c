import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeHeader, envelopeBytes } from '@sonde/shared/batch/envelope.ts';
import { unfinishedSuffix } from '@sonde/shared/files/write-durably.ts';

/** A spool entry is one batch that waits to be shipped. */
export interface SpoolEntry {
  /** Place in the order of shipping; counts on over restarts. */
  readonly ordinal: number;
  readonly batchId: string;
  readonly rows: number;
  /** DNS messages in the rows; undefined for a batch of an earlier run, whose ledger is closed. */
  readonly messages: number | undefined;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

const pattern = /^(\d{16})-([0-9a-f-]{36})\.batch$/;

/** Builds the name of a batch's file: it sorts in the order of shipping. */
export function spoolFileName(entry: Pick<SpoolEntry, 'ordinal' | 'batchId'>): string {
  return `${String(entry.ordinal).padStart(16, '0')}-${entry.batchId}.batch`;
}

/** The ordinal in such a name; undefined if the file is none of ours. */
function ordinalOf(fileName: string): number | undefined {
  const digits = pattern.exec(fileName)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Reads the batches that an earlier run left in a directory, in the order of shipping. Unfinished files are removed.
 * Files that bear a batch's name and hold none come back as `damaged`.
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

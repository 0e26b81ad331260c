import { lstat, readFile } from 'node:fs/promises';
import type { SpooledBatch } from '../../ports/ingest/batch-spool.ts';

/** A group has at most a thousand batches, of some 70 bytes each. */
const mostBytes = 1024 * 1024;

/** Tells whether a text is the id of a batch or a token, and thereby can't lead out of its folder. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Writes which batches are inserted together, in which order. */
export function manifestText(batches: readonly SpooledBatch[]): Buffer {
  return Buffer.from(JSON.stringify(batches.map(({ batchId, bytes }) => ({ batchId, bytes }))));
}

/** Reads a manifest; undefined if the file holds anything else than a list of batches, each of them once. */
export async function readManifest(path: string): Promise<SpooledBatch[] | undefined> {
  const status = await lstat(path);
  return status.isFile() && status.size <= mostBytes
    ? parseManifest(await readFile(path, 'utf8'))
    : undefined;
}

export function parseManifest(text: string): SpooledBatch[] | undefined {
  const list = parse(text);
  if (!Array.isArray(list) || list.length === 0 || !list.every(isBatch)) return undefined;
  const ids = new Set(list.map(({ batchId }) => batchId));
  return ids.size === list.length ? list.map(({ batchId, bytes }) => ({ batchId, bytes })) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isBatch(value: unknown): value is SpooledBatch {
  if (typeof value !== 'object' || value === null || !('batchId' in value) || !('bytes' in value))
    return false;
  const { batchId, bytes } = value;
  return typeof batchId === 'string' && isId(batchId) && Number.isSafeInteger(bytes) && Number(bytes) >= 0;
}

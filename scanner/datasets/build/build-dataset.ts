import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { readDocument } from '@sonde/shared/documents/read-document.ts';
import { unfinishedSuffix } from '@sonde/shared/files/write-durably.ts';
import { Reader } from 'mmdb-lib';
import type { Dataset } from '../dataset.ts';
import { DatasetSink } from '../dataset-sink.ts';
import type { SnapshotFacts } from '../snapshot/compiled.ts';
import { writeSnapshot } from '../snapshot/snapshot-file.ts';

export interface BuildTask {
  readonly dataset: Dataset;
  /** The document as it was fetched. */
  readonly document: string;
  /** The path of the snapshot; it is there whole or not at all. */
  readonly target: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Makes a snapshot of a document. Throws a DocumentError if the document is not what it should be. */
export async function buildDataset({ dataset, document, target, now }: BuildTask): Promise<SnapshotFacts> {
  const { content, maxBytes, maxUnpackedBytes } = dataset;
  const read = readDocument(createReadStream(document), maxBytes, maxUnpackedBytes);
  if (content.kind === 'mmdb') {
    const { entries, publishedAt } = await unpackDatabase(read.content, target);
    const contentHash = read.hash();
    const rows = { rows: entries, malformedRows: 0, firstMalformed: null, leftOut: 0 };
    return { dataset: dataset.id, contentHash, builtAt: now, entries, publishedAt, ...rows };
  }
  const sink = new DatasetSink(content.ipv6Words, now, dataset.role === 'payload');
  await content.read(read.content, sink);
  const built = sink.build();
  const about = { dataset: dataset.id, contentHash: read.hash(), builtAt: now, ...built.about };
  await writeSnapshot(target, { ...built, about });
  return about;
}

/** A database is kept as it is, once a reader has found it whole. */
async function unpackDatabase(
  content: AsyncIterable<Uint8Array>,
  target: string,
): Promise<{ entries: number; publishedAt: number | null }> {
  const temporary = `${target}${unfinishedSuffix}`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      for await (const chunk of content) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    const { nodeCount, buildEpoch } = openDatabase(await readFile(temporary)).metadata;
    await rename(temporary, target);
    return { entries: nodeCount, publishedAt: buildEpoch.getTime() || null };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Opens a database of MaxMind's format. Throws a DocumentError if the bytes are none. */
export function openDatabase(bytes: Buffer): Reader<never> {
  try {
    const reader = new Reader<never>(bytes);
    reader.get('192.0.2.1');
    return reader;
  } catch (error) {
    throw new DocumentError(`The file is no database of MaxMind's format: ${String(error).slice(0, 200)}`);
  }
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { readBody } from '@sonde/shared/batch/body.ts';
import { batchContentType, decodeBatch } from '@sonde/shared/batch/envelope.ts';
import { maxBatchBodyBytes } from '@sonde/shared/batch/limits.ts';
import type { BatchMetadata } from '@sonde/shared/batch/metadata.ts';
import { verifyBatch } from '@sonde/shared/batch/signature.ts';
import type { Upload } from '../../ports/ingest/ingest.ts';
import type { Random } from '../../ports/system/random.ts';
import { readSubmitted } from './read-submitted.ts';
import type { RejectedRow } from './stored-rows.ts';

/** An upload taken apart: rows as bytes, whatever form they came in. */
export interface ReadUpload {
  /** The sender's own id for it, or a random one. */
  readonly batchId: string;
  readonly sender: { readonly uuid: string; readonly software: string; readonly host: string };
  readonly run: {
    readonly runId: string;
    readonly sequence: number;
    readonly metadata: BatchMetadata;
  } | null;
  /** Microseconds since 1970; null where the form has none. */
  readonly createdAt: number | null;
  readonly body: Buffer;
  /** A digest of the body where the sender chose the id; null where an agent or we made it up. */
  readonly content: string | null;
  /** Rows that the sender says the body has; null where the form does not say. */
  readonly promisedRows: number | null;
  /** For each row of the body its index among the elements as sent; null where they are the same. */
  readonly indices: readonly number[] | null;
  readonly rejected: readonly RejectedRow[];
}

const inflaters = { gzip: promisify(gunzip), zstd: promisify(zstdDecompress) };

/** Reads an upload of any of the accepted forms. Throws a BatchError. */
export async function readUpload(upload: Upload, random: Random): Promise<ReadUpload> {
  const bytes = await decoded(upload);
  if (upload.contentType === batchContentType) return await readBinary(upload, bytes);
  const submitted = await readSubmitted(bytes, upload.contentType);
  const chosenId = submitted.batchId ?? upload.batchId;
  return {
    batchId: chosenId ?? random.uuid(),
    sender: { uuid: locationSender(upload.sender.locationId), software: 'json', host: '' },
    run: null,
    createdAt: null,
    body: submitted.body,
    content: chosenId === undefined ? null : uuidOfDigest(submitted.digest),
    promisedRows: null,
    indices: submitted.indices,
    rejected: submitted.rejected,
  };
}

async function readBinary(upload: Upload, bytes: Buffer): Promise<ReadUpload> {
  verifyBatch(bytes, upload.sender.secret, upload.signature);
  const batch = decodeBatch(bytes);
  const { header, metadata } = batch;
  return {
    batchId: header.batchId,
    sender: { uuid: header.agentId, software: metadata.software, host: metadata.host },
    run: { runId: header.runId, sequence: header.sequence, metadata },
    createdAt: header.createdAt,
    body: await readBody(batch),
    content: null,
    promisedRows: header.rows,
    indices: null,
    rejected: [],
  };
}

async function decoded(upload: Upload): Promise<Buffer> {
  const { contentEncoding, bytes } = upload;
  if (contentEncoding === 'identity') return bytes;
  if (contentEncoding !== 'gzip' && contentEncoding !== 'zstd') {
    throw new BatchError('malformed_batch', 'The content encoding must be identity, gzip or zstd.');
  }
  try {
    return await inflaters[contentEncoding](bytes, { maxOutputLength: maxBatchBodyBytes });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new BatchError('batch_too_large', `A batch may hold at most ${maxBatchBodyBytes} bytes.`);
    }
    throw new BatchError('malformed_batch', `The body is not ${contentEncoding}.`);
  }
}

/** The identity that a location's JSON road goes by among its agents. */
function locationSender(locationId: number): string {
  return uuidOf(`location ${locationId}`);
}

/** A UUID (version 8, RFC 9562 section 5.8) made of the SHA-256 of a text or of bytes. */
export function uuidOf(source: string | Buffer): string {
  return uuidOfDigest(createHash('sha256').update(source).digest());
}

function uuidOfDigest(digest: Buffer): string {
  const hash = Buffer.from(digest);
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

import { crc32 } from 'node:zlib';
import { BatchError } from './batch-error.ts';
import { maxBatchBodyBytes, maxBatchBytes, maxBatchRows, maxMetadataBytes } from './limits.ts';
import { type BatchMetadata, batchMetadataSchema } from './metadata.ts';

/**
 * The envelope of a batch: a header of fixed length, JSON metadata, and the rows, stored plain or compressed.
 * All integers are little-endian.
 *
 *   0  4  magic `SNDB`            64  8  created at, microseconds since 1970
 *   4  1  version                 72  4  rows
 *   5  1  compression             76  4  bytes of the body, decompressed
 *   6  2  zero                    80  4  bytes of the body, as stored
 *   8 16  batch id (UUID)         84  4  bytes of the metadata
 *  24 16  agent id (UUID)         88  4  CRC-32 of metadata and stored body
 *  40 16  run id (UUID)           92  4  CRC-32 of the 92 bytes before
 *  56  8  sequence within the run, from 1
 */

/**
 * The batch version is the version that senders write. Version 3 added two fixed columns and the facts (`row-layout.ts`). Version 2
 * may leave the owner of a record empty that is the row's query name. Version 1 spelled out each, so that it is read like 2.
 * Senders that were not updated, and what they spooled, stay welcome.
 */
export const batchVersion = 3;
/** Version 4 is a batch whose body has no rows of queries but encrypted flows (`encrypted-flow.ts`). */
export const flowBatchVersion = 4;
const oldestVersion = 1;
export const envelopeBytes = 96;
export const batchContentType = 'application/vnd.sonde.batch';
const magic = 0x42444e53;

const compressions = { none: 0, zstd: 1 } as const;
export type Compression = keyof typeof compressions;

export interface BatchHeader {
  readonly batchId: string;
  /** The sender's lasting identity: one per installed agent or plugin. */
  readonly agentId: string;
  /** One per start of the sender; sequences and ledgers count within it. */
  readonly runId: string;
  readonly sequence: number;
  /** Microseconds since 1970 on the sender's clock. */
  readonly createdAt: number;
  readonly rows: number;
  readonly bodyBytes: number;
  readonly compression: Compression;
}

export type BatchContent = 'rows' | 'flows';

export interface Batch {
  readonly header: BatchHeader;
  readonly metadata: BatchMetadata;
  /** The rows as stored: compressed as the header says. */
  readonly storedBody: Buffer;
}

/** A received batch also tells its version, which says how its rows are laid out (`formOf`). */
export interface ReceivedBatch extends Batch {
  readonly version: number;
}

/** Puts a batch together. */
export function encodeBatch(batch: Batch, content: BatchContent = 'rows'): Buffer {
  const { header, storedBody } = batch;
  const metadata = Buffer.from(JSON.stringify(batch.metadata));
  if (metadata.length > maxMetadataBytes) throw new RangeError('batch metadata over its bound');
  const head = Buffer.alloc(envelopeBytes);
  head.writeUInt32LE(magic, 0);
  head[4] = content === 'rows' ? batchVersion : flowBatchVersion;
  head[5] = compressions[header.compression];
  head.set(uuidBytes(header.batchId), 8);
  head.set(uuidBytes(header.agentId), 24);
  head.set(uuidBytes(header.runId), 40);
  head.writeBigUInt64LE(BigInt(header.sequence), 56);
  head.writeBigUInt64LE(BigInt(header.createdAt), 64);
  head.writeUInt32LE(header.rows, 72);
  head.writeUInt32LE(header.bodyBytes, 76);
  head.writeUInt32LE(storedBody.length, 80);
  head.writeUInt32LE(metadata.length, 84);
  head.writeUInt32LE(crc32(storedBody, crc32(metadata)), 88);
  head.writeUInt32LE(crc32(head.subarray(0, 92)), 92);
  return Buffer.concat([head, metadata, storedBody]);
}

/**
 * Takes a batch apart and checks all that can be checked without decompressing it: lengths, checksums, bounds and the
 * metadata. Throws a BatchError.
 */
export function decodeBatch(bytes: Buffer): ReceivedBatch {
  const header = decodeHeader(bytes);
  const metadataBytes = bytes.readUInt32LE(84);
  const bodyStart = envelopeBytes + metadataBytes;
  const storedBytes = bytes.readUInt32LE(80);
  if (bytes.length !== bodyStart + storedBytes) {
    throw broken(`The batch has ${bytes.length} bytes where its header promises ${bodyStart + storedBytes}.`);
  }
  const rest = bytes.subarray(envelopeBytes);
  if (crc32(rest) !== bytes.readUInt32LE(88))
    throw broken("The batch's checksum does not match its content.");
  return {
    version: bytes[4]!,
    header,
    metadata: decodeMetadata(bytes.subarray(envelopeBytes, bodyStart)),
    storedBody: bytes.subarray(bodyStart),
  };
}

/** Reads the header alone, from the first bytes of a batch. Throws a BatchError. */
export function decodeHeader(bytes: Buffer): BatchHeader {
  if (bytes.length < envelopeBytes) throw broken('The batch is shorter than its header.');
  if (bytes.readUInt32LE(0) !== magic) throw broken('These bytes are not a batch.');
  const version = bytes[4]!;
  if (version < oldestVersion || version > flowBatchVersion) {
    throw new BatchError(
      'unsupported_batch_version',
      `Batch version ${version} is not known here: versions ${oldestVersion} to ${flowBatchVersion} are. Update the collector.`,
    );
  }
  if (crc32(bytes.subarray(0, 92)) !== bytes.readUInt32LE(92)) {
    throw broken("The batch header's checksum does not match.");
  }
  const compression = (Object.keys(compressions) as Compression[]).find(
    (key) => compressions[key] === bytes[5],
  );
  if (compression === undefined) throw broken(`Compression ${bytes[5]} is not known here.`);
  const header: BatchHeader = {
    batchId: uuidText(bytes, 8),
    agentId: uuidText(bytes, 24),
    runId: uuidText(bytes, 40),
    sequence: safeInteger(bytes, 56, 'sequence'),
    createdAt: safeInteger(bytes, 64, 'time of creation'),
    rows: bytes.readUInt32LE(72),
    bodyBytes: bytes.readUInt32LE(76),
    compression,
  };
  checkBounds(bytes, header);
  return header;
}

function checkBounds(bytes: Buffer, header: BatchHeader): void {
  const total = envelopeBytes + bytes.readUInt32LE(84) + bytes.readUInt32LE(80);
  if (bytes.readUInt32LE(84) > maxMetadataBytes || total > maxBatchBytes) {
    throw new BatchError('batch_too_large', `A batch may have at most ${maxBatchBytes} bytes.`);
  }
  if (header.rows > maxBatchRows) {
    throw new BatchError('batch_too_large', `A batch may hold at most ${maxBatchRows} rows.`);
  }
  if (header.bodyBytes > maxBatchBodyBytes) {
    throw new BatchError('batch_too_large', `A batch may hold at most ${maxBatchBodyBytes} bytes of rows.`);
  }
}

function decodeMetadata(bytes: Buffer): BatchMetadata {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw broken("The batch's metadata is not JSON.");
  }
  const parsed = batchMetadataSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw broken(`The batch's metadata is invalid at ${issue?.path.join('.')}: ${issue?.message}.`);
}

function safeInteger(bytes: Buffer, offset: number, what: string): number {
  const value = bytes.readBigUInt64LE(offset);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw broken(`The batch's ${what} is out of range.`);
  return Number(value);
}

function uuidBytes(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex');
  if (bytes.length !== 16) throw new RangeError('not a UUID');
  return bytes;
}

function uuidText(bytes: Buffer, offset: number): string {
  const hex = bytes.toString('hex', offset, offset + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function broken(message: string): BatchError {
  return new BatchError('malformed_batch', message);
}

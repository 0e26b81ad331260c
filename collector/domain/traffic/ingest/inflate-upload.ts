import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { gunzip, gunzipSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { maxBatchBodyBytes } from '@sonde/shared/batch/limits.ts';

/** A thread of ours waits by itself: those of Node.js are few, and files, logins and everybody's uploads need them. */
const inflaters = isMainThread
  ? { gzip: promisify(gunzip), zstd: promisify(zstdDecompress) }
  : { gzip: gunzipSync, zstd: zstdDecompressSync };

/** Inflates the octets behind a content coding, as many as a batch may have. Throws a BatchError. */
export async function inflateUpload(bytes: Buffer, contentEncoding: string): Promise<Buffer> {
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

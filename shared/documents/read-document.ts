import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DocumentError } from './document-error.ts';

/** A packed document may become that many times as long as a plain one may be, and no longer. */
const unpackedTimes = 4;

/** A document reader is a document on its way to the parser: unpacked, bounded, hashed as it was received. */
export interface DocumentReader {
  readonly content: AsyncIterable<Uint8Array>;
  /** Returns SHA-256 in hex; complete once the content has been read to its end. */
  hash(): string;
}

/** Throws a DocumentError on a web page in place of data, and on a document over the bound. */
export function readDocument(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  maxUnpackedBytes = maxBytes * unpackedTimes,
): DocumentReader {
  const hash = createHash('sha256');
  let digest: string | undefined;
  return {
    content: checked(unpacked(hashed(body, hash, maxBytes), maxUnpackedBytes)),
    hash: () => {
      digest ??= hash.digest('hex');
      return digest;
    },
  };
}

async function* hashed(
  body: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw tooLong(maxBytes);
    hash.update(chunk);
    yield chunk;
  }
}

/** Unpacks what begins like gzip (RFC 1952), whatever it is called. */
async function* unpacked(body: AsyncGenerator<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const first = await body.next();
  if (first.done === true) return;
  const whole = joined(first.value, body);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole;
    return;
  }
  const gunzip = createGunzip();
  const source = Readable.from(whole);
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let size = 0;
  try {
    for await (const chunk of gunzip) {
      size += chunk.length;
      if (size > maxBytes) throw tooLong(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw isPackedBadly(error) ? new DocumentError('The packed document is cut short or damaged.') : error;
  } finally {
    source.destroy();
  }
}

async function* joined(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* checked(body: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of body) {
    if (
      isFirst &&
      /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(Buffer.from(chunk.subarray(0, 512)).toString('latin1'))
    ) {
      throw new DocumentError('The source answered with a web page instead of data.');
    }
    isFirst = false;
    yield chunk;
  }
}

function isPackedBadly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function tooLong(maxBytes: number): DocumentError {
  return new DocumentError(`The document is longer than ${maxBytes} bytes.`);
}

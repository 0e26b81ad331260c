import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { HttpContext } from '../request-state.ts';

/** Bytes (characters of a text) below which compressing costs more than it saves. */
export const smallestCompressed = 2_048;
/** Half the time of the usual 6, and nearly as small. */
const level = 4;
const compressible = /^(?:application\/(?:json|x-ndjson)|text\/|image\/svg)/;

const gzipWhole = promisify(gzip);

/**
 * Compresses answers to GET with gzip where the client takes it. Others are left alone: what carries a secret (a login, a
 * new key) is an answer to POST, and compressed, its length would tell about the secret what else is in it (BREACH).
 */
export function compressAnswers(): (context: HttpContext) => Promise<void> | undefined {
  /** Files that are served again and again are compressed once. */
  const files = new WeakMap<Buffer, Buffer>();

  return (context) => {
    const { body, method } = context;
    if (method !== 'GET' || !isLarge(body) || !compressible.test(context.type)) return undefined;
    context.vary('Accept-Encoding');
    if (context.res.hasHeader('Content-Encoding')) return undefined;
    if (context.acceptsEncodings('gzip', 'identity') !== 'gzip') return undefined;
    return replaceBody(context, body, files);
  };
}

async function replaceBody(
  context: HttpContext,
  body: string | Buffer | Readable,
  files: WeakMap<Buffer, Buffer>,
): Promise<void> {
  context.body = await compress(body, files);
  context.set('Content-Encoding', 'gzip');
  // The same answer in other bytes, which only a weak tag may name (RFC 9110 section 8.8.1).
  const tag = context.res.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) context.set('ETag', `W/${tag}`);
}

function isLarge(body: unknown): body is string | Buffer | Readable {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.length >= smallestCompressed;
  return body instanceof Readable;
}

async function compress(
  body: string | Buffer | Readable,
  files: WeakMap<Buffer, Buffer>,
): Promise<Buffer | Readable> {
  // A stream that breaks off breaks off the answer with it, which is all that a client can be told by then.
  if (body instanceof Readable) return pipeline(body, createGzip({ level }), () => {});
  const known = Buffer.isBuffer(body) ? files.get(body) : undefined;
  if (known !== undefined) return known;
  const compressed = await gzipWhole(body, { level });
  if (Buffer.isBuffer(body)) files.set(body, compressed);
  return compressed;
}

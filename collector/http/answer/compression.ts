import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import accepts from 'accepts';
import type { Exchange } from '../exchange.ts';
import type { Answer, Body } from './answer.ts';

/** Bytes (characters of a text) below which compressing costs more than it saves. */
const smallest = 2_048;
/** Half the time of the usual 6, and nearly as small. */
const level = 4;
const compressible = /^(?:application\/(?:json|taxii\+json|x-ndjson)|text\/|image\/svg)/;

const gzipWhole = promisify(gzip);

/**
 * Compression compresses answers to GET with gzip if the client takes it. Others are left alone: what carries a secret
 * (a login, a new key) is an answer to POST, and compressed, its length would tell about the secret what else is in it
 * (BREACH).
 */
export class Compression {
  /** Files that are served again and again are compressed once. */
  readonly #files = new WeakMap<Buffer, Buffer>();

  /** The answer with its body compressed and headers that say so, or as it is. */
  apply(exchange: Exchange, answer: Answer): Answer | Promise<Answer> {
    const { method, headers, request } = exchange;
    const { type, body } = answer;
    if (type === undefined || !isLarge(body) || !isCompressible(method, type)) return answer;
    headers.vary('Accept-Encoding');
    return takesGzip(request) ? this.#applied(answer, body) : answer;
  }

  async #applied(answer: Answer, body: Body): Promise<Answer> {
    const headers: Record<string, string> = { ...answer.headers, 'Content-Encoding': 'gzip' };
    if (headers.ETag !== undefined) headers.ETag = weakTag(headers.ETag);
    return { ...answer, headers, body: await this.compress(body) };
  }

  async compress(body: Body): Promise<Buffer | Readable> {
    // A stream that breaks off breaks off the answer with it, which is all that a client can be told by then.
    if (body instanceof Readable) return pipeline(body, createGzip({ level }), () => {});
    const known = Buffer.isBuffer(body) ? this.#files.get(body) : undefined;
    if (known !== undefined) return known;
    const compressed = await gzipWhole(body, { level });
    if (Buffer.isBuffer(body)) this.#files.set(body, compressed);
    return compressed;
  }
}

export function isLarge(body: unknown): body is Body {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.length >= smallest;
  return body instanceof Readable;
}

export function isCompressible(method: string, type: string): boolean {
  return method === 'GET' && compressible.test(type);
}

export function takesGzip(request: IncomingMessage): boolean {
  return accepts(request).encoding(['gzip', 'identity']) === 'gzip';
}

/** Weakens the tag of an answer: the same answer in other bytes may have a weak tag alone (RFC 9110 section 8.8.1). */
export function weakTag(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`;
}

import { gzipSync, zstdCompressSync } from 'node:zlib';
import { readRetryAfter } from '../../net/retry-after.ts';
import {
  type DeliverContext,
  DeliveryError,
  type OutgoingBatch,
  type OutgoingRecord,
} from '../define-sink.ts';
import type { Posted } from '../outlets.ts';
import { writtenLines } from '../written-records.ts';

/** So much of an answer is told. */
const mostTold = 300;
/** Answers that say that what was sent is at fault, not how or to whom. */
const contentFaults = new Set([400, 413, 415, 422]);

export type Compression = 'none' | 'gzip' | 'zstd';

/** Joins texts, each on a line. */
export function lines(records: readonly OutgoingRecord[]): Uint8Array {
  return writtenLines(records) ?? Buffer.from(records.map(({ text }) => `${text}\n`).join(''));
}

/** Runs in the thread that prepares batches. */
export function compressed(bytes: Uint8Array, compression: Compression): Uint8Array {
  if (compression === 'gzip') return gzipSync(bytes, { level: 6 });
  return compression === 'zstd' ? zstdCompressSync(bytes) : bytes;
}

/** Writes a text as a JSON value. */
export function jsonValue({ text }: OutgoingRecord, isJson: boolean): string {
  return isJson ? text : JSON.stringify(text);
}

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly compression: Compression;
  /** Instead of POST. */
  readonly method?: 'PUT';
  readonly authority?: string | undefined;
}

/** Posts a batch. Throws a DeliveryError for any answer but success. */
export async function postBatch(
  { payload, key }: OutgoingBatch,
  { url, headers, compression, method, authority }: Request,
  { outlets, now, signal }: Pick<DeliverContext<unknown>, 'outlets' | 'now' | 'signal'>,
): Promise<Posted> {
  const coding: Record<string, string> = compression === 'none' ? {} : { 'content-encoding': compression };
  const all = { 'idempotency-key': key, ...coding, ...headers };
  const answer = await outlets.post(
    url,
    { headers: all, body: payload, authority, ...(method === undefined ? {} : { method }) },
    signal,
  );
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new DeliveryError(`The receiver answers ${answer.status}: ${told(answer.text)}`, {
    refused: contentFaults.has(answer.status),
    retryAfterMilliseconds: readRetryAfter(answer.headers['retry-after'], now),
  });
}

/** Makes the header that has the secret. */
export function authorization(
  way: 'none' | 'bearer' | 'basic' | 'api_key',
  secret: string,
): Readonly<Record<string, string>> {
  switch (way) {
    case 'none':
      return {};
    case 'bearer':
      return { authorization: `Bearer ${secret}` };
    case 'api_key':
      return { authorization: `ApiKey ${secret}` };
    case 'basic':
      return { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
  }
}

/** Cuts an answer's text to one line. */
export function told(text: string): string {
  const line = text.replace(/[^\x20-\x7e]+/g, ' ').trim();
  return line.length > mostTold ? `${line.slice(0, mostTold)} ...` : line || 'nothing more';
}

/** Parses the answer's JSON; undefined if it is none. */
export function answered(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { Fetch } from '@sonde/scanner/ports/fetch.ts';
import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { LogRefusal } from './log-errors.ts';

/** Milliseconds for one request, and for how long a log may ask to be left alone. */
const patience = 60_000;
const longestPause = 6 * 3_600_000;

/**
 * A function of this type gets what lies below a log's URL, whole; throws a LogRefusal for any status but 200, and a
 * FetchError.
 */
export type LogGet = (path: string, mostBytes: number) => Promise<Buffer>;

export interface LogGetParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told of the octets of each answer, as they are without compression. */
  readonly onBytes: (bytes: number) => void;
}

export function createLogGet(url: string, { fetch, clock, signal, onBytes }: LogGetParts): LogGet {
  return async (path, mostBytes) => {
    const answer = await fetch(url + path, {
      // Logs may pack with gzip unasked (C2SP static-ct-api); it is undone, and the bound is on what comes of it.
      headers: { 'accept-encoding': 'gzip, identity' },
      signal,
      maxBytes: mostBytes,
      milliseconds: patience,
    });
    const parts: Uint8Array[] = [];
    for await (const part of answer.body) {
      onBytes(part.length);
      parts.push(part);
    }
    if (answer.status === 200) return Buffer.concat(parts);
    const pause = readRetryAfter(answer.headers['retry-after'], clock.now()) ?? 0;
    throw new LogRefusal(answer.status, pause > 0 ? Math.min(pause, longestPause) : undefined);
  };
}

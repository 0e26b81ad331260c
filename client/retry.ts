/** The retry options state how often and how long the client retries by itself. */
export interface RetryOptions {
  /** Attempts after the first, at most; 3 by default, 0 for none. */
  readonly retries?: number;
  /** Longest single wait in seconds, 30 by default: who is told to wait longer gets the error at once. */
  readonly maxWait?: number;
}

const firstWait = 0.5;

/**
 * Reads Retry-After (RFC 9110 section 10.2.3) as seconds from `now` (milliseconds); undefined if it is missing or in
 * neither form.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // JavaScript reads much as a date that is none, such as "1.5".
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined;
  // The oldest of the three forms names no zone, and all three mean UTC (section 5.6.7).
  const date = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}

/**
 * Computes the seconds to wait before the attempt after so many failed ones: the server's own value, or half a second
 * that doubles each time; a little more at random, so that many clients do not come back at once.
 */
export function waitBefore(failed: number, retryAfter: number | undefined, random: () => number): number {
  return (retryAfter ?? firstWait * 2 ** (failed - 1)) + random() * firstWait;
}

/** Waits that many seconds; rejects with the signal's reason if it aborts first. */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => {
    clearTimeout(timer);
    reject(signal?.reason);
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener('abort', onAbort);
    resolve();
  }, seconds * 1_000);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return promise;
}

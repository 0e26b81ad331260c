import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { type Fetch, FetchError, type Fetched } from '../../ports/fetch.ts';
import { letGo } from '../../ports/fetched-body.ts';
import type { SourceState, SourceStatus } from '../../ports/source-state.ts';

/** Without a good answer for so long, the old set is no set to stand by. */
const trustedDays = 7;
const longestPauseSeconds = 24 * 3_600;
const dayMilliseconds = 86_400_000;
/** So long a source that has become much smaller keeps its old set; then the small one is what it is. */
const shrinkDays = 3;
/** Of the rows, at most so many may be malformed: beyond that, the format has changed. */
const malformedShare = 0.5;

/** A source is a document that is fetched again and again. */
export interface Source {
  /** The kind of the document, as notes name it. */
  readonly what: 'feed' | 'dataset' | 'address book' | 'set of rules';
  /** The first that is there counts. */
  readonly urls: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The setting of its key, for notes. */
  readonly keySetting: string | undefined;
  readonly leastSeconds: number;
  readonly maxBytes: number;
  /** Milliseconds that a transfer may take; as long as any if absent. */
  readonly milliseconds?: number;
}

export interface LookPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The user agent as publishers ask: who is calling, and whom to write to. */
  readonly userAgent: string;
}

/**
 * Asks a source whether it has anything new, and gives that to `take`, whose state counts. Never throws for what a source
 * does: then the state says that the look failed, and when to try again.
 */
export async function lookAtSource<State extends SourceState>(
  source: Source,
  state: State,
  { fetch, clock, userAgent }: LookPorts,
  take: (answer: Fetched) => Promise<State>,
  signal: AbortSignal,
): Promise<State> {
  try {
    for (const [index, url] of source.urls.entries()) {
      const answer = await fetch(url, {
        headers: {
          'user-agent': userAgent,
          ...(state.etag !== null && { 'if-none-match': state.etag }),
          ...(state.lastModified !== null && { 'if-modified-since': state.lastModified }),
          ...source.headers,
        },
        signal,
        maxBytes: source.maxBytes,
        ...(source.milliseconds === undefined ? {} : { milliseconds: source.milliseconds }),
      });
      if (answer.status === 200) return await take(answer);
      await letGo(answer);
      if (answer.status === 304) return succeeded(state, clock.now());
      if (answer.status === 401 || answer.status === 403) return needsKey(source, state);
      if (answer.status === 404 && index + 1 < source.urls.length) continue;
      const note = `The ${source.what} answered with status ${answer.status}.`;
      return failed(source, state, note, clock.now(), pauseOf(answer, clock.now()));
    }
    return failed(source, state, `The ${source.what} has no address.`, clock.now());
  } catch (error) {
    if (!(error instanceof FetchError) && !(error instanceof DocumentError)) throw error;
    return failed(source, state, error.message, clock.now());
  }
}

/** The pending source is the state of a source that was never asked. */
export const pendingSource: SourceState = {
  status: 'pending',
  note: null,
  lastAttemptAt: null,
  lastOkAt: null,
  fetchedAt: null,
  nextAttemptAt: 0,
  etag: null,
  lastModified: null,
  contentHash: null,
  consecutiveFailures: 0,
  shrunkSince: null,
};

/** Returns the state after a set was taken out of an answer. */
export function taken<State extends SourceState>(
  state: State,
  answer: Fetched,
  contentHash: string,
  now: number,
): State {
  return {
    ...succeeded(state, now),
    note: deprecation(answer),
    fetchedAt: now,
    etag: answer.headers.etag ?? null,
    lastModified: answer.headers['last-modified'] ?? null,
    contentHash,
    shrunkSince: null,
  };
}

export function needsKey<State extends SourceState>(source: Source, state: State): State {
  const setting = source.keySetting === undefined ? 'credentials' : `the key "${source.keySetting}"`;
  return { ...state, status: 'needs_key', note: `The ${source.what} asks for ${setting}.` };
}

/** Tries again sooner than at the next regular time, and later with each failure. */
export function failed<State extends SourceState>(
  source: Pick<Source, 'leastSeconds'>,
  state: State,
  note: string,
  now: number,
  retrySeconds = 0,
): State {
  const consecutiveFailures = state.consecutiveFailures + 1;
  const pause = Math.min(
    longestPauseSeconds,
    source.leastSeconds * 2 ** Math.min(10, consecutiveFailures - 1),
  );
  const isTrusted = state.fetchedAt !== null && now - (state.lastOkAt ?? 0) < trustedDays * dayMilliseconds;
  const status: SourceStatus = isTrusted ? 'degraded' : 'failed';
  return {
    ...state,
    status,
    note,
    consecutiveFailures,
    nextAttemptAt: now + Math.max(pause, retrySeconds) * 1_000,
  };
}

/** Gives the reason to distrust a document that was read; undefined if there is none. `noun` names its entries. */
export function contentFault(
  content: { readonly entries: number; readonly rows: number; readonly malformedRows: number },
  before: { readonly entries: number; readonly shrunkSince: number | null },
  { what, noun, variesFreely }: { what: Source['what']; noun: string; variesFreely: boolean },
  now: number,
): string | undefined {
  const { entries, rows, malformedRows } = content;
  if (rows > 0 && malformedRows > rows * malformedShare)
    return `${malformedRows} of ${rows} rows are malformed: the format may have changed.`;
  if (variesFreely) return undefined;
  if (entries === 0) return `The ${what} is empty.`;
  if (entries * 2 >= before.entries) return undefined;
  if (before.shrunkSince !== null && now - before.shrunkSince >= shrinkDays * dayMilliseconds)
    return undefined;
  return `The ${what} shrank from ${before.entries} ${noun} to ${entries}: the old set is kept.`;
}

function succeeded<State extends SourceState>(state: State, now: number): State {
  return { ...state, status: 'active', note: null, lastOkAt: now, consecutiveFailures: 0 };
}

/** Gives the seconds that the publisher asks for, a week at most. */
function pauseOf({ headers }: Fetched, now: number): number | undefined {
  const seconds = Math.ceil((readRetryAfter(headers['retry-after'], now) ?? 0) / 1_000);
  return seconds > 0 && seconds <= 7 * 86_400 ? seconds : undefined;
}

/** Publishers announce the end of an address in headers (RFC 9745, RFC 8594); nobody reads them but programs. */
function deprecation(answer: Fetched): string | null {
  const { deprecation: since, sunset } = answer.headers;
  if (since === undefined && sunset === undefined) return null;
  return `The publisher calls this address deprecated${sunset === undefined ? '' : `; it ends on ${sunset.slice(0, 64)}`}.`;
}

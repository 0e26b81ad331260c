import type { Clock } from '../../../ports/system/clock.ts';
import { type Fetch, FetchError, type Fetched } from '../../../ports/system/fetch.ts';
import { type Feed, FeedFormatError } from '../../../ports/threats/feed.ts';
import type { FeedState, FeedStateStore, FeedStatus } from '../../../ports/threats/feeds.ts';
import type { Segment } from '../index/segment.ts';
import type { WarningList } from '../warning/warning-list.ts';
import { newFeedState } from './feed-state.ts';
import { faultOf } from './feed-verdict.ts';
import { readDocument } from './read-document.ts';
import { readFeed } from './read-feed.ts';

/** Without a good answer for so long, the old set is no set to stand by. */
const trustedDays = 7;
const longestPauseSeconds = 24 * 3_600;

export interface FeedPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly states: Pick<FeedStateStore, 'load' | 'save'>;
  readonly warnings: Pick<WarningList, 'covers'>;
  /** Takes a feed's new set: into the store and the matcher. */
  readonly install: (feed: Feed, segment: Segment) => Promise<void>;
  /** An operator's own address of a feed, and keys. */
  readonly settings: { url(feed: Feed): string; key(setting: string): string | undefined };
  /** As publishers ask: who is calling, and whom to write to. */
  readonly userAgent: string;
}

/**
 * Looks at a feed if it is due, and takes its new set if that is to be trusted; the old one is kept otherwise. Never
 * throws for what a feed does. Returns the state, saved.
 */
export async function refreshFeed(feed: Feed, ports: FeedPorts, signal: AbortSignal): Promise<FeedState> {
  const state = (await ports.states.load(feed.id)) ?? newFeedState(feed.id);
  const now = ports.clock.now();
  if (now < state.nextAttemptAt) return state;
  const attempt = {
    ...state,
    lastAttemptAt: now,
    nextAttemptAt: now + Math.max(feed.everySeconds, feed.leastSeconds) * 1_000,
  };
  const next = await look(feed, attempt, ports, signal);
  await ports.states.save(next);
  return next;
}

async function look(feed: Feed, state: FeedState, ports: FeedPorts, signal: AbortSignal): Promise<FeedState> {
  const key = feed.key === undefined ? undefined : ports.settings.key(feed.key.setting);
  if (feed.key?.required === true && key === undefined) return needsKey(feed, state);
  try {
    const answer = await ports.fetch(ports.settings.url(feed), {
      headers: headersFor(feed, state, key, ports.userAgent),
      signal,
      maxBytes: feed.maxBytes,
    });
    if (answer.status === 200) return await take(feed, state, answer, ports, signal);
    await discard(answer);
    if (answer.status === 304) return succeeded(state, ports.clock.now());
    if (answer.status === 401 || answer.status === 403) return needsKey(feed, state);
    return failed(
      feed,
      state,
      `The feed answered with status ${answer.status}.`,
      ports.clock.now(),
      retryAfter(answer),
    );
  } catch (error) {
    if (!(error instanceof FetchError) && !(error instanceof FeedFormatError)) throw error;
    return failed(feed, state, error.message, ports.clock.now());
  }
}

function headersFor(
  feed: Feed,
  state: FeedState,
  key: string | undefined,
  userAgent: string,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    ...(state.etag !== null && { 'if-none-match': state.etag }),
    ...(state.lastModified !== null && { 'if-modified-since': state.lastModified }),
    ...(feed.key !== undefined && key !== undefined && { [feed.key.header]: key }),
  };
}

async function take(
  feed: Feed,
  state: FeedState,
  answer: Fetched,
  ports: FeedPorts,
  signal: AbortSignal,
): Promise<FeedState> {
  const now = ports.clock.now();
  const document = readDocument(answer.body, feed.maxBytes);
  const content = await readFeed(feed, document.content, {
    warnings: ports.warnings,
    nowSeconds: Math.floor(now / 1_000),
    more: async (path) => {
      const url = new URL(path, ports.settings.url(feed)).href;
      const part = await ports.fetch(url, {
        headers: { 'user-agent': ports.userAgent },
        signal,
        maxBytes: feed.maxBytes,
      });
      if (part.status === 200) return part.body;
      await discard(part);
      throw new FetchError('unreachable', `A file of the feed answered with status ${part.status}.`);
    },
  });
  const fault = faultOf(feed, content, state, now);
  if (fault !== undefined) {
    const shrunkSince = content.builder.count > 0 ? (state.shrunkSince ?? now) : state.shrunkSince;
    return { ...failed(feed, state, fault, now), shrunkSince };
  }
  const contentHash = document.hash();
  await ports.install(feed, content.builder.build({ fetchedAt: now, contentHash }));
  return {
    ...succeeded(state, now),
    note: deprecation(answer),
    fetchedAt: now,
    etag: answer.headers.etag ?? null,
    lastModified: answer.headers['last-modified'] ?? null,
    contentHash,
    indicatorCount: content.builder.count,
    rows: content.rows,
    malformedRows: content.malformedRows,
    subtractedRows: content.subtractedRows,
    shrunkSince: null,
  };
}

function succeeded(state: FeedState, now: number): FeedState {
  return { ...state, status: 'active', note: null, lastOkAt: now, consecutiveFailures: 0 };
}

function needsKey(feed: Feed, state: FeedState): FeedState {
  const setting = feed.key === undefined ? 'credentials' : `the key "${feed.key.setting}"`;
  return { ...state, status: 'needs_key', note: `The feed asks for ${setting}.` };
}

/** Tries again sooner than at the next regular time, and later with each failure. */
function failed(feed: Feed, state: FeedState, note: string, now: number, retrySeconds = 0): FeedState {
  const consecutiveFailures = state.consecutiveFailures + 1;
  const pause = Math.min(longestPauseSeconds, feed.leastSeconds * 2 ** Math.min(10, consecutiveFailures - 1));
  const isTrusted = state.fetchedAt !== null && now - (state.lastOkAt ?? 0) < trustedDays * 86_400_000;
  const status: FeedStatus = isTrusted ? 'degraded' : 'failed';
  return {
    ...state,
    status,
    note,
    consecutiveFailures,
    nextAttemptAt: now + Math.max(pause, retrySeconds) * 1_000,
  };
}

function retryAfter(answer: Fetched): number | undefined {
  const seconds = Number(answer.headers['retry-after']);
  return seconds > 0 && seconds <= 7 * 86_400 ? seconds : undefined;
}

/** Publishers announce the end of an address in headers (RFC 9745, RFC 8594); nobody reads them but programs. */
function deprecation(answer: Fetched): string | null {
  const { deprecation: since, sunset } = answer.headers;
  if (since === undefined && sunset === undefined) return null;
  return `The publisher calls this address deprecated${sunset === undefined ? '' : `; it ends on ${sunset.slice(0, 64)}`}.`;
}

async function discard(answer: Fetched): Promise<void> {
  for await (const _ of answer.body) break;
}

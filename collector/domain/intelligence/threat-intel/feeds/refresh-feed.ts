import {
  contentFault,
  failed,
  type LookPorts,
  lookAtSource,
  needsKey,
  type Source,
  taken,
} from '@sonde/scanner/datasets/refresh/look-at-source.ts';
import { FetchError, type Fetched } from '@sonde/scanner/ports/fetch.ts';
import { readDocument } from '@sonde/shared/documents/read-document.ts';
import type { Feed } from '../../../../ports/threats/feed.ts';
import type { FeedState, FeedStateStore } from '../../../../ports/threats/feeds.ts';
import type { Segment } from '../index/segment.ts';
import type { WarningList } from '../warning/warning-list.ts';
import type { LookResult } from './feed-figures.ts';
import { newFeedState } from './feed-state.ts';
import { readFeed } from './read-feed.ts';

export interface FeedPorts extends LookPorts {
  readonly states: Pick<FeedStateStore, 'load' | 'save'>;
  readonly warnings: Pick<WarningList, 'covers'>;
  /** Takes a feed's new set: into the store and the matcher. */
  readonly install: (feed: Feed, segment: Segment) => Promise<void>;
  /** Told how each look ended. */
  readonly tellLook: (feed: string, result: LookResult) => void;
  /** An operator's own address of a feed, and keys. */
  readonly settings: { url(feed: Feed): string; key(setting: string): string | undefined };
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
  let isRefused = false;
  const refuse = () => {
    isRefused = true;
  };
  const next = await look(feed, attempt, { ...ports, refuse }, signal);
  await ports.states.save(next);
  ports.tellLook(feed.id, isRefused ? 'refused' : resultOf(state, next));
  return next;
}

function resultOf(before: FeedState, { status, consecutiveFailures, fetchedAt }: FeedState): LookResult {
  if (status === 'needs_key') return status;
  if (consecutiveFailures > before.consecutiveFailures) return 'failed';
  return fetchedAt === before.fetchedAt ? 'unchanged' : 'taken';
}

/** What a look asks for: told when a set came that is not to be trusted. */
type LookingPorts = FeedPorts & { readonly refuse: () => void };

async function look(
  feed: Feed,
  state: FeedState,
  ports: LookingPorts,
  signal: AbortSignal,
): Promise<FeedState> {
  const key = feed.key === undefined ? undefined : ports.settings.key(feed.key.setting);
  const source: Source = {
    what: 'feed',
    urls: [ports.settings.url(feed)],
    keySetting: feed.key?.setting,
    leastSeconds: feed.leastSeconds,
    maxBytes: feed.maxBytes,
    ...(feed.key !== undefined && key !== undefined && { headers: { [feed.key.header]: key } }),
  };
  if (feed.key?.required === true && key === undefined) return needsKey(source, state);
  return lookAtSource(source, state, ports, (answer) => take(feed, state, answer, ports, signal), signal);
}

async function take(
  feed: Feed,
  state: FeedState,
  answer: Fetched,
  ports: LookingPorts,
  signal: AbortSignal,
): Promise<FeedState> {
  const now = ports.clock.now();
  const document = readDocument(answer.body, feed.maxBytes);
  const content = await readFeed(feed, document.content, {
    warnings: ports.warnings,
    nowSeconds: Math.floor(now / 1_000),
    more: (path) => fetchPart(new URL(path, ports.settings.url(feed)).href, feed, ports, signal),
  });
  const { builder, rows, malformedRows, subtractedRows } = content;
  const fault = contentFault(
    { entries: builder.count, rows, malformedRows },
    { entries: state.indicatorCount, shrunkSince: state.shrunkSince },
    { what: 'feed', noun: 'indicators', variesFreely: feed.variesFreely === true },
    now,
  );
  if (fault !== undefined) {
    ports.refuse();
    const shrunkSince = builder.count > 0 ? (state.shrunkSince ?? now) : state.shrunkSince;
    return { ...failed(feed, state, fault, now), shrunkSince };
  }
  const contentHash = document.hash();
  await ports.install(feed, builder.build({ fetchedAt: now, contentHash }));
  return {
    ...taken(state, answer, contentHash, now),
    indicatorCount: builder.count,
    rows,
    malformedRows,
    subtractedRows,
  };
}

async function fetchPart(
  url: string,
  feed: Feed,
  { fetch, userAgent }: FeedPorts,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const part = await fetch(url, { headers: { 'user-agent': userAgent }, signal, maxBytes: feed.maxBytes });
  if (part.status === 200) return part.body;
  for await (const _ of part.body) break;
  throw new FetchError('unreachable', `A file of the feed answered with status ${part.status}.`);
}

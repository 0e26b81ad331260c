import { setImmediate } from 'node:timers/promises';
import type { IndicatorIndex } from '../index/indicator-index.ts';
import type { KeyKind } from '../index/key-kind.ts';
import { kindMask, type Segment } from '../index/segment.ts';

/** Indicators of a source that are looked at: evenly chosen where it has more. */
const mostSampled = 50_000;
const perTurn = 2_000;

/** How much of a source others have, too, and how old it is; shares are of the indicators that were looked at. */
export interface SourceOverlap {
  readonly source: string;
  readonly indicators: number;
  readonly sampled: number;
  /** Share that no other source lists. */
  readonly uniqueShare: number;
  /** Share that each other source lists, too; the greatest first. */
  readonly sharedWith: readonly { readonly source: string; readonly share: number }[];
  readonly expiredShare: number;
  /** Days since the source last saw them, in the middle; undefined where it doesn't say. */
  readonly medianAgeDays: number | undefined;
}

/** Compares a source with all others in the index, giving others their turn. */
export async function sourceOverlap(
  index: IndicatorIndex,
  segment: Segment,
  nowSeconds: number,
): Promise<SourceOverlap> {
  const stride = Math.max(1, Math.ceil(segment.count / mostSampled));
  const shared = new Map<string, number>();
  const ages: number[] = [];
  let sampled = 0;
  let unique = 0;
  let expired = 0;
  for (let at = 0; at < segment.count; at += stride) {
    if (++sampled % perTurn === 0) await setImmediate();
    const expiresAt = segment.expiresAt[at]!;
    if (expiresAt !== 0 && expiresAt <= nowSeconds) expired++;
    const seen = segment.lastSeenAt[at] || segment.firstSeenAt[at];
    if (seen !== undefined && seen !== 0) ages.push(Math.max(0, nowSeconds - seen) / 86_400);
    const others = otherSources(index, segment, at);
    if (others.size === 0) unique++;
    for (const source of others) shared.set(source, (shared.get(source) ?? 0) + 1);
  }
  const whole = Math.max(1, sampled);
  ages.sort((a, b) => a - b);
  const middle = ages[ages.length >> 1];
  return {
    source: segment.source,
    indicators: segment.count,
    sampled,
    uniqueShare: unique / whole,
    sharedWith: [...shared]
      .map(([source, count]) => ({ source, share: count / whole }))
      .sort((a, b) => b.share - a.share),
    expiredShare: expired / whole,
    medianAgeDays: middle,
  };
}

function otherSources(index: IndicatorIndex, segment: Segment, at: number): Set<string> {
  const [start, end] = [segment.keyStarts[at]!, segment.keyStarts[at + 1]!];
  const kind = (segment.kinds[at]! & kindMask) as KeyKind;
  const found = new Set<string>();
  for (const entry of index.findAll(kind, segment.hashes[at]!, segment.keys, start, end, 0))
    found.add(index.place(entry).segment.source);
  found.delete(segment.source);
  return found;
}

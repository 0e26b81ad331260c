import { setImmediate } from 'node:timers/promises';
import type { IndicatorIndex } from '../index/indicator-index.ts';
import type { KeyKind } from '../index/key-kind.ts';
import { kindMask, type Segment } from '../index/segment.ts';
import { median } from './median.ts';

/** Indicators of a source that are looked at: evenly chosen if it has more. */
const mostSampled = 50_000;
const perTurn = 2_000;
const daySeconds = 86_400;

/**
 * The overlap of a source states how much of the source others have, too, and how old the source is; shares are of the
 * indicators that were looked at.
 */
export interface SourceOverlap {
  readonly source: string;
  readonly indicators: number;
  readonly sampled: number;
  /** Share that no other source lists. */
  readonly uniqueShare: number;
  /** Share that each other source lists, too; the greatest first. */
  readonly sharedWith: readonly { readonly source: string; readonly share: number }[];
  readonly expiredShare: number;
  /** Days since the source last saw them, in the middle; undefined if it doesn't say. */
  readonly medianAgeDays: number | undefined;
  /**
   * Days by which it listed an indicator before the first other source that lists it, in the middle; negative if it
   * came later. By the dates that the sources give; undefined if there is none of which two give one.
   */
  readonly leadOverOthersDays: number | undefined;
  /** Indicators that this rests on. */
  readonly datedByOthers: number;
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
  const leads: number[] = [];
  let sampled = 0;
  let unique = 0;
  let expired = 0;
  for (let at = 0; at < segment.count; at += stride) {
    if (++sampled % perTurn === 0) await setImmediate();
    const expiresAt = segment.expiresAt[at]!;
    if (expiresAt !== 0 && expiresAt <= nowSeconds) expired++;
    const seen = segment.lastSeenAt[at] || segment.firstSeenAt[at];
    if (seen !== undefined && seen !== 0) ages.push(Math.max(0, nowSeconds - seen) / daySeconds);
    const { sources, firstSeenAt } = others(index, segment, at);
    if (sources.size === 0) unique++;
    const listedAt = segment.firstSeenAt[at]!;
    if (listedAt !== 0 && firstSeenAt !== undefined) leads.push((firstSeenAt - listedAt) / daySeconds);
    for (const source of sources) shared.set(source, (shared.get(source) ?? 0) + 1);
  }
  const whole = Math.max(1, sampled);
  return {
    source: segment.source,
    indicators: segment.count,
    sampled,
    uniqueShare: unique / whole,
    sharedWith: [...shared]
      .map(([source, count]) => ({ source, share: count / whole }))
      .sort((a, b) => b.share - a.share),
    expiredShare: expired / whole,
    medianAgeDays: median(ages),
    leadOverOthersDays: median(leads),
    datedByOthers: leads.length,
  };
}

/** The other sources that list it, and when the first of those that say so did. */
function others(index: IndicatorIndex, segment: Segment, at: number) {
  const [start, end] = [segment.keyStarts[at]!, segment.keyStarts[at + 1]!];
  const kind = (segment.kinds[at]! & kindMask) as KeyKind;
  const sources = new Set<string>();
  let firstSeenAt: number | undefined;
  for (const entry of index.findAll(kind, segment.hashes[at]!, segment.keys, start, end, 0)) {
    const other = index.place(entry);
    if (other.segment === segment) continue;
    sources.add(other.segment.source);
    const listedAt = other.segment.firstSeenAt[other.at]!;
    if (listedAt !== 0) firstSeenAt = Math.min(firstSeenAt ?? listedAt, listedAt);
  }
  return { sources, firstSeenAt };
}

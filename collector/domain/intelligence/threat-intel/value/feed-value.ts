import type { Clock } from '@sonde/shared/system/clock.ts';
import type { FeedHit, FeedHits } from '../../../../ports/threats/feed-hits.ts';
import type { FeedStateStore } from '../../../../ports/threats/feeds.ts';
import type { FeedOverlaps } from './feed-overlaps.ts';
import { median } from './median.ts';
import type { SourceOverlap } from './source-overlap.ts';

const dayMilliseconds = 86_400_000;
const mostHits = 10_000;

/** A feed's value states what a source is worth to an account. */
export interface FeedValue extends SourceOverlap {
  /** Different indicators of it that were seen, those of them that no other source lists, and their queries. */
  readonly hits: number;
  readonly uniqueHits: number;
  readonly queries: number;
  /** Entries that were taken out since they name something well known to be good; undefined for imported lists. */
  readonly wellKnown: number | undefined;
  /**
   * Days between its listing of an indicator and the first query that hit it, in the middle; negative if it was listed
   * afterwards. By the date that the source gives, else since when it is listed here; undefined if neither is known.
   */
  readonly leadOverHitsDays: number | undefined;
  /** Hits that this rests on. */
  readonly datedHits: number;
}

export interface FeedValuePorts {
  readonly feedOverlaps: Pick<FeedOverlaps, 'latest'>;
  readonly feedStates: Pick<FeedStateStore, 'all'>;
  readonly feedHits: FeedHits;
  readonly matcher: {
    check(name: string, nowSeconds: number): readonly { readonly indicator: { readonly source: string } }[];
  };
  readonly clock: Clock;
}

/** Lists every loaded source with what it found in so many days that no other would have, the most valuable first. */
export async function feedValues(
  accountId: number,
  days: number,
  ports: FeedValuePorts,
): Promise<FeedValue[]> {
  const since = new Date(ports.clock.now() - days * dayMilliseconds);
  const [overlaps, states, hits] = await Promise.all([
    ports.feedOverlaps.latest(),
    ports.feedStates.all(),
    ports.feedHits.since(accountId, since, mostHits),
  ]);
  const bySource = Map.groupBy(hits, ({ source }) => source);
  const subtracted = new Map(states.map(({ feed, subtractedRows }) => [feed, subtractedRows]));
  return overlaps
    .map((overlap) => {
      const own = bySource.get(overlap.source) ?? [];
      const leads = own.map(leadDays).filter((days) => days !== undefined);
      return {
        ...overlap,
        hits: own.length,
        uniqueHits: own.filter((hit) => isAlone(hit, ports)).length,
        leadOverHitsDays: median(leads),
        datedHits: leads.length,
        queries: own.reduce((sum, { queries }) => sum + queries, 0),
        wellKnown: subtracted.get(overlap.source),
      };
    })
    .sort((a, b) => b.uniqueHits - a.uniqueHits || b.hits - a.hits || b.uniqueShare - a.uniqueShare);
}

function isAlone({ source, subject }: FeedHit, { matcher }: FeedValuePorts): boolean {
  return matcher.check(subject, 0).every(({ indicator }) => indicator.source === source);
}

function leadDays({ firstSeenAt, listedAt }: FeedHit): number | undefined {
  return listedAt === null ? undefined : (firstSeenAt.getTime() - listedAt.getTime()) / dayMilliseconds;
}

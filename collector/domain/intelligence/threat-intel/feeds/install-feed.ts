import type { Feed } from '../../../../ports/threats/feed.ts';
import type { IndicatorStore } from '../../../../ports/threats/indicators.ts';
import type { Segment } from '../index/segment.ts';
import { readIndicators } from '../index/segment-reader.ts';

/**
 * Puts a feed's new set into the store and into this collector's matcher; the matchers of other collectors take it from
 * the store.
 */
export async function installFeed(
  feed: Feed,
  segment: Segment,
  {
    indicators,
    matcher,
  }: {
    indicators: Pick<IndicatorStore, 'replaceSource'>;
    matcher: { install(segment: Segment): Promise<void> };
  },
): Promise<void> {
  const { fetchedAt, contentHash } = segment.provenance;
  await indicators.replaceSource(feed.id, readIndicators(segment), {
    weight: feed.weight,
    fetchedAt,
    contentHash,
  });
  await matcher.install(segment);
}

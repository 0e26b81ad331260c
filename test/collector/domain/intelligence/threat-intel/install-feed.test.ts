import test from 'ava';
import { IndicatorMatcher } from '../../../../../collector/domain/detection/indicator-matcher.ts';
import { listFeeds } from '../../../../../collector/domain/intelligence/threat-intel/feeds/feed-list.ts';
import { newFeedState } from '../../../../../collector/domain/intelligence/threat-intel/feeds/feed-state.ts';
import { FeedsInForce } from '../../../../../collector/domain/intelligence/threat-intel/feeds/feeds-in-force.ts';
import { installFeed } from '../../../../../collector/domain/intelligence/threat-intel/feeds/install-feed.ts';
import { SegmentBuilder } from '../../../../../collector/domain/intelligence/threat-intel/index/segment-builder.ts';
import type { Indicator, SourceAbout } from '../../../../../collector/ports/threats/indicators.ts';
import { feeds } from '../../../../../collector/sources/feeds/index.ts';
import { indicatorsToLoad } from '../../../../support/detection/loaded-indicators.ts';

const feed = feeds.find(({ id }) => id === 'urlhaus')!;

test("a feed's set is in the store and in the matcher, and another matcher learns where it comes from", async (t) => {
  const builder = new SegmentBuilder(feed.id, feed.weight);
  builder.add({
    name: 'bad.example',
    threatType: 'malware',
    severity: 'high',
    source: feed.id,
    description: null,
    row: 9,
  });
  let stored: Indicator[] = [];
  const about = new Map<string, SourceAbout>();
  const indicators = {
    replaceSource: async (source: string, all: Iterable<Indicator>, told?: SourceAbout) => {
      stored = [...all];
      about.set(source, told!);
      return stored.length;
    },
  };
  const here = new IndicatorMatcher();
  await installFeed(feed, builder.build({ fetchedAt: 5, contentHash: 'ff' }), { indicators, matcher: here });
  const elsewhere = new IndicatorMatcher();
  await elsewhere.refresh(indicatorsToLoad(stored, about));
  const expected = here.check('bad.example', 0);
  t.like(expected[0], { weight: feed.weight, provenance: { fetchedAt: 5, contentHash: 'ff' } });
  t.is(expected[0]?.indicator.row, 9);
  t.like(elsewhere.check('bad.example', 0)[0], {
    weight: feed.weight,
    provenance: { fetchedAt: 5, contentHash: 'ff' },
  });
});

test('feeds are listed with their state, the unasked ones as pending', (t) => {
  const state = {
    ...newFeedState(feed.id),
    status: 'degraded',
    indicatorCount: 7,
    fetchedAt: 1_000,
  } as const;
  const inForce = new FeedsInForce(feeds, { choice: 'all', keys: {} });
  const listed = listFeeds(inForce, [state]);
  t.is(listed.length, feeds.length);
  t.like(
    listed.find((one) => one.feed.id === feed.id),
    { isEnabled: true, state },
  );
  t.is(listed.filter((one) => one.state.status === 'pending').length, feeds.length - 1);
});

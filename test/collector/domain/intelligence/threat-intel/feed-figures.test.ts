import test from 'ava';
import { Registry } from 'prom-client';
import { FeedFigures } from '../../../../../collector/domain/intelligence/threat-intel/feeds/feed-figures.ts';
import { newFeedState } from '../../../../../collector/domain/intelligence/threat-intel/feeds/feed-state.ts';
import { createPrometheusMeter } from '../../../../../collector/metrics/prometheus-meter.ts';
import { feeds } from '../../../../../collector/sources/feeds/index.ts';
import { FakeFeedStates } from '../../../../support/fakes/threats/feed-states.ts';

test('enabled feeds tell how fresh and how large they are, and what they fail at', async (t) => {
  const registry = new Registry();
  const states = new FakeFeedStates();
  const [one, other, off] = feeds;
  const figures = new FeedFigures({
    feedsInForce: { enabled: [one!, other!] },
    states,
    meter: createPrometheusMeter(registry),
  });
  await states.save({
    ...newFeedState(one!.id),
    indicatorCount: 12,
    malformedRows: 3,
    subtractedRows: 1,
    lastOkAt: 1_790_000_060_000,
    fetchedAt: 1_790_000_000_000,
  });
  await states.save({ ...newFeedState(other!.id), consecutiveFailures: 5 });
  await states.save({ ...newFeedState(off!.id), indicatorCount: 99 });
  await figures.look();
  figures.tellLook(one!.id, 'taken');
  const text = await registry.metrics();
  for (const line of [
    `sonde_feed_entries{feed="${one!.id}"} 12`,
    `sonde_feed_malformed_rows{feed="${one!.id}"} 3`,
    `sonde_feed_subtracted_rows{feed="${one!.id}"} 1`,
    `sonde_feed_answered_seconds{feed="${one!.id}"} 1790000060`,
    `sonde_feed_renewed_seconds{feed="${one!.id}"} 1790000000`,
    `sonde_feed_answered_seconds{feed="${other!.id}"} 0`,
    `sonde_feed_failures{feed="${other!.id}"} 5`,
    `sonde_feed_looks_total{feed="${one!.id}",result="taken"} 1`,
    `sonde_feed_looks_total{feed="${other!.id}",result="failed"} 0`,
  ])
    t.true(text.includes(`\n${line}\n`), line);
  t.false(text.includes(`"${off!.id}"`), 'what is switched off is not told of');
});

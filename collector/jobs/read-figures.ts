import type { ThreatFigures } from '../domain/detection/threat-figures.ts';
import type { FeedFigures } from '../domain/intelligence/threat-intel/feeds/feed-figures.ts';
import { defineJob } from './define-job.ts';

export const readFigures = defineJob<{
  readonly feedFigures: Pick<FeedFigures, 'look'>;
  readonly threatFigures: Pick<ThreatFigures, 'look'>;
}>({
  name: 'read-figures',
  summary: 'Reads what the metrics of feeds and threats tell.',
  everySeconds: 30,
  run: async ({ feedFigures, threatFigures }) => {
    await feedFigures.look();
    await threatFigures.look();
  },
});

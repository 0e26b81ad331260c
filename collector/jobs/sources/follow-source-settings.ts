import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { followDatasets } from '../../domain/intelligence/networks/follow-datasets.ts';
import type {
  FeedsInForce,
  FollowFeedsPorts,
} from '../../domain/intelligence/threat-intel/feeds/feeds-in-force.ts';
import type { DatasetSettingsStore } from '../../ports/networks/dataset-settings.ts';
import { defineJob } from '../define-job.ts';

export const followFeedSettings = defineJob<
  FollowFeedsPorts & { readonly feedsInForce: Pick<FeedsInForce, 'refresh'> }
>({
  name: 'follow-feed-settings',
  summary:
    'Takes over which feeds are on, their keys and judgements, on whichever collector they were changed.',
  everySeconds: 5,
  beforeReady: true,
  run: ({ feedsInForce, ...ports }) => feedsInForce.refresh(ports),
});

export const followDatasetSettings = defineJob<{
  readonly datasetKeeper: Pick<DatasetKeeper, 'follow'>;
  readonly datasetSettings: Pick<DatasetSettingsStore, 'changes'>;
}>({
  name: 'follow-dataset-settings',
  summary:
    'Takes over which datasets are on, and which are to be looked at, on whichever collector that was said.',
  everySeconds: 5,
  beforeReady: true,
  run: (ports) => followDatasets(ports),
});

import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { followDatasets } from '../domain/intelligence/networks/follow-datasets.ts';
import type { DatasetSettingsStore } from '../ports/networks/dataset-settings.ts';
import { defineJob } from './define-job.ts';

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

import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { defineJob } from './define-job.ts';

export const refreshAskedDatasets = defineJob<{
  readonly datasetKeeper: Pick<DatasetKeeper, 'refreshAsked'>;
}>({
  name: 'refresh-asked-datasets',
  summary: 'Fetches the datasets about addresses that somebody asked to have looked at.',
  everySeconds: 2,
  run: ({ datasetKeeper }, signal) => datasetKeeper.refreshAsked(signal),
});

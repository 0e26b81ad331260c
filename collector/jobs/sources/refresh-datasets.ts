import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { defineJob } from '../define-job.ts';

export const refreshDatasets = defineJob<{ readonly datasetKeeper: Pick<DatasetKeeper, 'refresh'> }>({
  name: 'refresh-datasets',
  summary: 'Fetches the datasets about addresses that are due.',
  everySeconds: 60,
  firstSeconds: 5,
  run: ({ datasetKeeper }, signal) => datasetKeeper.refresh('all', signal),
});

export const refreshAskedDatasets = defineJob<{
  readonly datasetKeeper: Pick<DatasetKeeper, 'refreshAsked'>;
}>({
  name: 'refresh-asked-datasets',
  summary: 'Fetches the datasets about addresses that somebody asked to have looked at.',
  everySeconds: 2,
  run: ({ datasetKeeper }, signal) => datasetKeeper.refreshAsked(signal),
});

import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { defineJob } from '../define-job.ts';

export const loadDatasets = defineJob<{ readonly datasetKeeper: Pick<DatasetKeeper, 'load' | 'refresh'> }>({
  name: 'load-datasets',
  summary: 'Loads datasets about addresses from the disk, and reads the files of this machine that changed.',
  everySeconds: 30,
  beforeReady: true,
  run: async ({ datasetKeeper }, signal) => {
    await datasetKeeper.load();
    await datasetKeeper.refresh('local', signal);
  },
});

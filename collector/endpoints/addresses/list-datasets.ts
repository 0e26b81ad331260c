import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { datasetSchema, presentDataset } from './present-dataset.ts';

export const listDatasets = defineEndpoint({
  method: 'GET',
  path: '/api/v1/datasets',
  summary: 'List the datasets about addresses',
  description:
    'Returns every dataset that this collector knows: whether it is fetched and loaded, its ' +
    'state, its licence terms, and whom to credit.',
  family: 'Addresses',
  access: 'authenticated',
  response: z.object({ count: countInAnswer, datasets: z.array(datasetSchema) }),
  async run(_input, { datasetKeeper }: { datasetKeeper: Pick<DatasetKeeper, 'list'> }) {
    const known = await datasetKeeper.list();
    return { count: known.length, datasets: known.map(presentDataset) };
  },
});

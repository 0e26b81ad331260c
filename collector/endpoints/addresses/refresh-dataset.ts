import { z } from 'zod';
import {
  type DatasetPorts,
  refreshDatasetNow,
  requireDataset,
} from '../../domain/intelligence/networks/follow-datasets.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { datasetSchema, presentDataset } from './present-dataset.ts';

export const refreshDataset = defineEndpoint({
  method: 'POST',
  path: '/api/v1/datasets/{id}/refresh',
  summary: 'Look at a dataset now',
  description:
    'Every collector checks the dataset within seconds. When this collector has done so, ' +
    '`last_attempt_at` changes, and `status` and `note` show the result. Allowed at most once a ' +
    'minute.',
  family: 'Addresses',
  access: 'admin',
  params: z.object({
    id: z
      .string()
      .max(100)
      .meta({ examples: ['ripe-as-names'] }),
  }),
  response: datasetSchema,
  status: 202,
  errors: ['not_found', 'conflict'],
  async run({ caller, origin, params }, ports: DatasetPorts & { readonly audit: Pick<AuditLog, 'record'> }) {
    await refreshDatasetNow(params.id, ports);
    await ports.audit.record(
      act(caller, origin, { action: 'dataset_refreshed', object: `dataset:${params.id}` }),
    );
    return presentDataset(await requireDataset(params.id, ports));
  },
});

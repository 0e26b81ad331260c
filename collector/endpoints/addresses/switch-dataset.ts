import { z } from 'zod';
import {
  type DatasetPorts,
  requireDataset,
  switchDataset as switchIt,
} from '../../domain/intelligence/networks/follow-datasets.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { datasetSchema, presentDataset } from './present-dataset.ts';

export const switchDataset = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/datasets/{id}',
  summary: 'Switch a dataset on or off',
  description:
    'Switches the dataset on this collector at once, and on others within seconds. The choice ' +
    'stays in force after a restart, whatever the settings say. Null resets it to ' +
    '`SONDE_DATASETS`. A dataset that is switched on is fetched within a minute. One that is ' +
    'switched off is removed from memory.',
  family: 'Addresses',
  access: 'admin',
  params: z.object({
    id: z
      .string()
      .max(100)
      .meta({ examples: ['ripe-as-names'] }),
  }),
  body: z.object({ enabled: z.boolean().nullable() }),
  response: datasetSchema,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, origin, params, body },
    ports: DatasetPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    await switchIt(params.id, body.enabled, ports);
    const object = `dataset:${params.id}`;
    await ports.audit.record(
      act(caller, origin, { action: 'dataset_switched', object, details: { ...body } }),
    );
    return presentDataset(await requireDataset(params.id, ports));
  },
});

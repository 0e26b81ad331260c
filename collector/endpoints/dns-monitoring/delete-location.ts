import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';

export const deleteLocation = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/dns-monitoring/locations/{id}',
  summary: 'Delete a monitoring location',
  description: 'Its keys stop working within seconds. What was seen there stays stored until it expires.',
  family: 'DNS monitoring',
  access: 'authenticated',
  confirmed: true,
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, deleted: z.literal(true) }),
  errors: ['not_found'],
  async run({ caller, params }, ports: { locations: Pick<LocationStore, 'delete'> }) {
    if (!(await ports.locations.delete(caller.accountId, params.id))) throw new NotFound('location');
    return { id: params.id, deleted: true as const };
  },
});

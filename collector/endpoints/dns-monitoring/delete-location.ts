import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';

export const deleteLocation = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/dns-monitoring/locations/{id}',
  summary: 'Delete a monitoring location',
  description:
    'The keys of the location stop working within seconds. Its stored queries stay until they expire.',
  family: 'DNS monitoring',
  access: 'authenticated',
  confirmed: true,
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, deleted: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params, origin },
    ports: { locations: Pick<LocationStore, 'delete'>; audit: Pick<AuditLog, 'record'> },
  ) {
    if (!(await ports.locations.delete(caller.accountId, params.id))) throw new NotFound('location');
    await ports.audit.record(
      act(caller, origin, { action: 'location_deleted', object: `location:${params.id}` }),
    );
    return { id: params.id, deleted: true as const };
  },
});

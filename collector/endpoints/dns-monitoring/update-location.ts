import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import {
  locationDescriptionSchema,
  locationNameSchema,
  locationRetentionSchema,
  locationSchema,
} from '@sonde/shared/schemas/location.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import { presentLocation } from './present-location.ts';

export const updateLocation = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dns-monitoring/locations/{id}',
  summary: 'Update a monitoring location',
  description: 'Fields that are absent keep their values. Set `description` to null to remove it.',
  family: 'DNS monitoring',
  access: 'authenticated',
  params: z.object({ id: idSchema }),
  body: z.object({
    location_name: locationNameSchema.optional(),
    description: locationDescriptionSchema.nullish(),
    retention_days: locationRetentionSchema,
  }),
  response: locationSchema,
  errors: ['not_found'],
  async run(
    { caller, params, body, origin },
    ports: { locations: Pick<LocationStore, 'update'>; audit: Pick<AuditLog, 'record'> },
  ) {
    const change = {
      name: body.location_name,
      description: body.description,
      retentionDays: body.retention_days,
    };
    const location = await ports.locations.update(caller.accountId, params.id, change);
    if (location === undefined) throw new NotFound('location');
    const details = { name: location.name, retention_days: location.retentionDays };
    await ports.audit.record(
      act(caller, origin, { action: 'location_changed', object: `location:${location.id}`, details }),
    );
    return presentLocation(location);
  },
});

import {
  locationDescriptionSchema,
  locationNameSchema,
  locationRetentionSchema,
  locationSchema,
} from '@sonde/shared/schemas/location.ts';
import { z } from 'zod';
import {
  type CreateLocationPorts,
  createLocation as create,
} from '../../domain/traffic/monitoring/create-location.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentLocation } from './present-location.ts';

export const createLocation = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/locations',
  summary: 'Create a monitoring location',
  description:
    'Returns the location and the key with which its agents send queries. The key is shown only in this answer.',
  family: 'DNS monitoring',
  access: 'authenticated',
  body: z.object({
    location_name: locationNameSchema,
    description: locationDescriptionSchema.nullish(),
    retention_days: locationRetentionSchema,
  }),
  response: z.object({
    ...locationSchema.shape,
    api_key: z.string().describe('The ingest key of the location, shown only in this answer.'),
  }),
  status: 201,
  errors: ['conflict'],
  async run({ caller, body }, ports: CreateLocationPorts) {
    const { location, key } = await create(
      {
        accountId: caller.accountId,
        name: body.location_name,
        description: body.description ?? null,
        retentionDays: body.retention_days,
      },
      ports,
    );
    return { ...presentLocation(location), api_key: key };
  },
});

import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { locationSchema } from '@sonde/shared/schemas/location.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import { presentLocation } from './present-location.ts';

export const listLocations = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/locations',
  summary: 'List monitoring locations',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object(pageParameters(100, 1_000)),
  response: z.object({
    count: countOnAllPages,
    locations: z.array(locationSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ caller, query }, ports: { locations: Pick<LocationStore, 'list'> }) {
    const { count, locations } = await ports.locations.list(caller.accountId, query);
    return { count, locations: locations.map(presentLocation), ...query };
  },
});

import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { locationSchema } from '@sonde/shared/schemas/location.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import {
  type ListLocationsPorts,
  listLocations as list,
} from '../../domain/traffic/monitoring/list-locations.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentLocation } from './present-location.ts';

export const listLocations = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/locations',
  summary: 'List monitoring locations',
  description: 'Returns the locations of the account, without their keys.',
  family: 'DNS monitoring',
  access: 'authenticated',
  ownLocations: true,
  query: z.object(pageParameters(100, 1_000)),
  response: z.object({
    count: countOnAllPages,
    locations: z.array(locationSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ caller, query }, ports: ListLocationsPorts) {
    const { count, locations } = await list(caller, query, ports);
    return { count, locations: locations.map(presentLocation), ...query };
  },
});

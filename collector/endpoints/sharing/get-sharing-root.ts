import { taxiiMediaType } from '@sonde/shared/schemas/taxii.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { sharingFamily } from './taxii-parts.ts';

export const getSharingRoot = defineEndpoint({
  method: 'GET',
  path: '/taxii2/sonde',
  summary: 'Get the API root of the TAXII server',
  description: 'Returns the API root by TAXII 2.1.',
  family: sharingFamily,
  access: 'authenticated',
  dialect: 'taxii',
  ownLocations: true,
  response: z.object({
    title: z.string(),
    versions: z.array(z.string()),
    max_content_length: z.int().describe('Limit for written content. The server accepts none.'),
  }),
  run: () => ({ title: 'Sonde', versions: [taxiiMediaType], max_content_length: 1_048_576 }),
});

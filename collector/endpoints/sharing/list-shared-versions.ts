import { NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import type { SharingPorts } from '../../domain/intelligence/sharing/collections.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import {
  answerPage,
  collectionParameter,
  matchParameters,
  objectParameter,
  pageParameters,
  sharingFamily,
} from './taxii-parts.ts';

export const listSharedVersions = defineEndpoint({
  method: 'GET',
  path: '/taxii2/sonde/collections/{collection_id}/objects/{object_id}/versions',
  summary: 'List the versions of an object of a TAXII collection',
  description: 'An object has one version. Earlier versions are not kept.',
  family: sharingFamily,
  access: 'authenticated',
  dialect: 'taxii',
  ownLocations: true,
  cost: 1,
  params: z.object({ collection_id: collectionParameter, object_id: objectParameter }),
  query: z.object({
    ...pageParameters,
    'match[spec_version]': matchParameters['match[spec_version]'],
  }),
  response: z.object({ versions: z.array(z.string()) }),
  errors: ['not_found'],
  run: ({ params, query, caller }, ports: SharingPorts) =>
    answerPage({ params, query: { ...query, 'match[id]': [params.object_id] }, caller }, ports, (page) => {
      if (page.objects.length === 0) throw new NotFound('object');
      return { versions: page.objects.map(({ version }) => version) };
    }),
});

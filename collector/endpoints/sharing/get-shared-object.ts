import { NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import type { SharingPorts } from '../../domain/intelligence/sharing/collections.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import {
  answerPage,
  collectionParameter,
  matchParameters,
  objectParameter,
  objectsSchema,
  pageParameters,
  sharingFamily,
} from './taxii-parts.ts';

export const getSharedObject = defineEndpoint({
  method: 'GET',
  path: '/taxii2/sonde/collections/{collection_id}/objects/{object_id}',
  summary: 'Get an object of a TAXII collection',
  description: 'Returns the object as STIX 2.1.',
  family: sharingFamily,
  access: 'authenticated',
  dialect: 'taxii',
  ownLocations: true,
  cost: 1,
  params: z.object({ collection_id: collectionParameter, object_id: objectParameter }),
  query: z.object({
    ...pageParameters,
    'match[version]': matchParameters['match[version]'],
    'match[spec_version]': matchParameters['match[spec_version]'],
  }),
  response: objectsSchema,
  errors: ['not_found'],
  run: ({ params, query, caller }, ports: SharingPorts) =>
    answerPage({ params, query: { ...query, 'match[id]': [params.object_id] }, caller }, ports, (page) => {
      if (page.objects.length === 0) throw new NotFound('object');
      return { objects: page.objects.map(({ object }) => ({ ...object })) };
    }),
});

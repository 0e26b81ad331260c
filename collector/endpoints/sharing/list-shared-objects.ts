import { z } from 'zod';
import type { SharingPorts } from '../../domain/intelligence/sharing/collections.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import {
  answerPage,
  collectionParameter,
  matchParameters,
  objectsSchema,
  pageEnds,
  pageParameters,
  sharingFamily,
} from './taxii-parts.ts';

export const listSharedObjects = defineEndpoint({
  method: 'GET',
  path: '/taxii2/sonde/collections/{collection_id}/objects',
  summary: 'List the objects of a TAXII collection',
  description:
    'Returns STIX 2.1 objects in the order in which they were added or changed. An object that ' +
    'changes moves to the end, so a client that continues after a page misses nothing.',
  family: sharingFamily,
  access: 'authenticated',
  dialect: 'taxii',
  ownLocations: true,
  params: z.object({ collection_id: collectionParameter }),
  query: z.object({ ...pageParameters, ...matchParameters }),
  response: objectsSchema,
  errors: ['not_found'],
  run: (input, ports: SharingPorts) =>
    answerPage(input, ports, (page) => ({
      ...pageEnds(page),
      ...(page.objects.length === 0 ? {} : { objects: page.objects.map(({ object }) => ({ ...object })) }),
    })),
});

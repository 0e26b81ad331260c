import { z } from 'zod';
import { collectionId, collectionsOf } from '../../domain/intelligence/sharing/collections.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { collectionSchema, presentCollection, sharingCaller, sharingFamily } from './taxii-parts.ts';

export const listSharedCollections = defineEndpoint({
  method: 'GET',
  path: '/taxii2/sonde/collections',
  summary: 'List the collections of the TAXII server',
  description:
    'Returns the collections that the caller can read: threats, severe threats and, for administrators, imported indicators.',
  family: sharingFamily,
  access: 'authenticated',
  dialect: 'taxii',
  ownLocations: true,
  response: z.object({ collections: z.array(collectionSchema) }),
  run: ({ caller }, { installationId }: { readonly installationId: string }) => ({
    collections: collectionsOf(sharingCaller(caller)).map((collection) =>
      presentCollection(collection, collectionId(collection, caller.accountId, installationId)),
    ),
  }),
});

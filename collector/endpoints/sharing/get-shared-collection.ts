import { z } from 'zod';
import { collectionId } from '../../domain/intelligence/sharing/collections.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import {
  collectionParameter,
  collectionSchema,
  findCollection,
  presentCollection,
  sharingCaller,
  sharingFamily,
} from './taxii-parts.ts';

export const getSharedCollection = defineEndpoint({
  method: 'GET',
  path: '/taxii2/sonde/collections/{collection_id}',
  summary: 'Get a collection of the TAXII server',
  description: 'Returns the description of one collection.',
  family: sharingFamily,
  access: 'authenticated',
  dialect: 'taxii',
  ownLocations: true,
  params: z.object({ collection_id: collectionParameter }),
  response: collectionSchema,
  errors: ['not_found'],
  run({ params, caller }, { installationId }: { readonly installationId: string }) {
    const collection = findCollection(params.collection_id, sharingCaller(caller), installationId);
    return presentCollection(collection, collectionId(collection, caller.accountId, installationId));
  },
});

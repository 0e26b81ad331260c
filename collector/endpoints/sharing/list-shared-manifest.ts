import { z } from 'zod';
import type { SharingPorts } from '../../domain/intelligence/sharing/collections.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import {
  answerPage,
  collectionParameter,
  matchParameters,
  pageEnds,
  pageParameters,
  sharingFamily,
  stixMediaType,
} from './taxii-parts.ts';

export const listSharedManifest = defineEndpoint({
  method: 'GET',
  path: '/taxii2/sonde/collections/{collection_id}/manifest',
  summary: 'List the manifest of a TAXII collection',
  description: 'Returns the id, the version and the date of addition of each object.',
  family: sharingFamily,
  access: 'authenticated',
  dialect: 'taxii',
  ownLocations: true,
  params: z.object({ collection_id: collectionParameter }),
  query: z.object({ ...pageParameters, ...matchParameters }),
  response: z.object({
    more: z.boolean().optional(),
    next: z.string().optional(),
    objects: z
      .array(
        z.object({ id: z.string(), date_added: z.string(), version: z.string(), media_type: z.string() }),
      )
      .optional(),
  }),
  errors: ['not_found'],
  run: (input, ports: SharingPorts) =>
    answerPage(input, ports, (page) => ({
      ...pageEnds(page),
      ...(page.objects.length === 0
        ? {}
        : {
            objects: page.objects.map(({ object, dateAdded, version }) => ({
              id: object.id,
              date_added: dateAdded,
              version,
              media_type: stixMediaType,
            })),
          }),
    })),
});

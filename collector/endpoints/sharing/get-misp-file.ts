import { NotFound } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { type SharingPorts, sharedItems } from '../../domain/intelligence/sharing/collections.ts';
import {
  mispEvents,
  mispHashes,
  mispManifest,
  mostOfEvent,
} from '../../domain/intelligence/sharing/misp-feed.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import { StoreError } from '../../ports/system/store-error.ts';
import { collectionParameter, findCollection, sharingCaller, sharingFamily } from './taxii-parts.ts';

export const getMispFile = defineEndpoint({
  method: 'GET',
  path: '/misp/{collection}/{file}',
  summary: 'Get a file of a MISP feed',
  description:
    'Returns a collection as a MISP feed: `manifest.json`, `hashes.csv`, and one event ' +
    '(`<uuid>.json`) for each day with findings.',
  family: sharingFamily,
  access: 'authenticated',
  ownLocations: true,
  cost: 1,
  params: z.object({
    collection: collectionParameter,
    file: z
      .string()
      .regex(/^[a-z0-9-]{1,60}\.(?:json|csv)$/)
      .meta({ examples: ['manifest.json'] }),
  }),
  response: z.record(z.string(), z.unknown()),
  streams: ['text/csv'],
  errors: ['not_found', 'question_too_large'],
  async run({ params, caller }, ports: SharingPorts & { readonly clock: Clock }) {
    const asker = sharingCaller(caller);
    const collection = findCollection(params.collection, asker, ports.installationId);
    const items = sharedItems(collection, asker, ['indicator'], ports);
    const maker = { installationId: ports.installationId, accountId: caller.accountId };
    const events = await mispEvents(collection, items, maker, ports.clock.now());
    if (params.file === 'manifest.json') return mispManifest(events);
    if (params.file === 'hashes.csv') {
      return new StreamedAnswer('text/csv; charset=utf-8', 'hashes.csv', only(mispHashes(events)));
    }
    const event = events.get(params.file.replace(/\.json$/, ''));
    if (event === undefined) throw new NotFound('file');
    if (event.Attribute.length > mostOfEvent) {
      throw new StoreError('limit', `An event has at most ${mostOfEvent} attributes.`);
    }
    return { Event: event };
  },
});

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

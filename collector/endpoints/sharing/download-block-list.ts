import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import {
  blockEntries,
  blockListFormats,
  blockListText,
} from '../../domain/intelligence/sharing/block-lists.ts';
import { type SharingPorts, sharedItems } from '../../domain/intelligence/sharing/collections.ts';
import { uuidOfName } from '../../domain/intelligence/sharing/uuid-of-name.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import { collectionParameter, findCollection, sharingCaller, sharingFamily } from './taxii-parts.ts';

const contentTypes = {
  domains: 'text/plain',
  hosts: 'text/plain',
  adguard: 'text/plain',
  addresses: 'text/plain',
  rpz: 'text/dns',
  sigma: 'application/yaml',
} as const;

/** Of file names that others than text have. */
const endings: Readonly<Record<string, string>> = { rpz: 'rpz', sigma: 'yml' };

export const downloadBlockList = defineEndpoint({
  method: 'GET',
  path: '/api/v1/threat-intel/block-lists/{collection}',
  summary: 'Download a block list',
  description:
    'Returns the targets of open threats, or imported indicators, for blocking software. The ' +
    'formats are names line by line, a hosts file, AdGuard rules, a response policy zone, ' +
    'addresses and networks line by line, and Sigma rules.',
  family: sharingFamily,
  access: 'authenticated',
  ownLocations: true,
  cost: 1,
  params: z.object({ collection: collectionParameter }),
  query: z.object({ format: z.enum(blockListFormats).default('domains') }),
  response: z.never(),
  streams: ['text/plain', 'text/dns', 'application/yaml'],
  errors: ['not_found'],
  async run({ params, query, caller }, ports: SharingPorts & { readonly clock: Clock }) {
    const asker = sharingCaller(caller);
    const collection = findCollection(params.collection, asker, ports.installationId);
    const now = ports.clock.now();
    const entries = await blockEntries(sharedItems(collection, asker, ['indicator'], ports), now);
    const serial = Math.floor(now / 1_000) % 2 ** 32;
    const { format } = query;
    const listId = uuidOfName(ports.installationId, `${caller.accountId} ${collection.alias}`);
    return new StreamedAnswer(
      `${contentTypes[format]}; charset=utf-8`,
      `${collection.alias}.${endings[format] ?? 'txt'}`,
      pieces(blockListText(entries, format, { serial, listId })),
    );
  },
});

const linesAtOnce = 2_000;

async function* pieces(lines: Iterable<string>): AsyncGenerator<string> {
  let some: string[] = [];
  for (const line of lines) {
    some.push(line);
    if (some.length < linesAtOnce) continue;
    yield some.join('');
    some = [];
  }
  yield some.join('');
}

import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type SearchContactsPorts,
  searchContacts,
} from '../../domain/intelligence/registrations/search-contacts.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentSearch, searchAnswerShape, searcherOf, searchQuery } from './answer-form.ts';

export const searchByEmail = defineEndpoint({
  method: 'GET',
  path: '/api/v1/reverse-whois/email/{email}',
  summary: 'Find domains by an e-mail address',
  description:
    'Domains with that address in their registration, their SOA record or their DMARC reports. The index has what scans of this installation saw publicly, and what was imported; each hit ' +
    'says what it was found by, where and when. Every question is written into the audit log.',
  family: 'Reverse WHOIS',
  access: 'authenticated',
  params: z.object({
    email: z
      .string()
      .min(1)
      .max(300)
      .meta({ examples: ['someone@example.com'] }),
  }),
  query: searchQuery,
  response: z.object({ ...searchAnswerShape, cached: z.boolean(), last_updated: timestampSchema.nullable() }),
  async run({ params, query, caller, origin }, ports: SearchContactsPorts) {
    const { cursor, ...asked } = query;
    const search = { kind: 'email', text: params.email, cursor, ...asked } as const;
    const found = await searchContacts(search, searcherOf(caller, origin), ports);
    return {
      ...presentSearch('email', found),
      cached: false,
      last_updated: found.lastSeen?.toISOString() ?? null,
    };
  },
});

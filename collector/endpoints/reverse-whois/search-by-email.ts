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
    'Returns domains with this address in their registration, SOA record or DMARC reports. The ' +
    'index contains public data from scans of this installation and imported data. Each hit shows ' +
    'its field, source and time. Every search is recorded in the audit log.',
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

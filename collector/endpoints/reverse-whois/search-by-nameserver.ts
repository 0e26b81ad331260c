import { z } from 'zod';
import {
  type SearchContactsPorts,
  searchContacts,
} from '../../domain/intelligence/registrations/search-contacts.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentSearch, searchAnswerShape, searcherOf, searchQuery } from './answer-form.ts';

export const searchByNameserver = defineEndpoint({
  method: 'GET',
  path: '/api/v1/reverse-whois/nameserver/{nameserver}',
  summary: 'Find domains by a name server',
  description:
    'Domains that a name server serves. The index has what scans of this installation saw publicly, and what was imported; each hit ' +
    'says what it was found by, where and when. Every question is written into the audit log.',
  family: 'Reverse WHOIS',
  access: 'authenticated',
  params: z.object({
    nameserver: z
      .string()
      .min(1)
      .max(300)
      .meta({ examples: ['ns1.example.net'] }),
  }),
  query: searchQuery,
  response: z.object({ ...searchAnswerShape }),
  async run({ params, query, caller, origin }, ports: SearchContactsPorts) {
    const { cursor, ...asked } = query;
    const search = { kind: 'nameserver', text: params.nameserver, cursor, ...asked } as const;
    const found = await searchContacts(search, searcherOf(caller, origin), ports);
    return presentSearch('nameserver', found);
  },
});

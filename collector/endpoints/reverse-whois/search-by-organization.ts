import { z } from 'zod';
import {
  type SearchContactsPorts,
  searchContacts,
} from '../../domain/intelligence/registrations/search-contacts.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentSearch, searchAnswerShape, searcherOf, searchQuery } from './answer-form.ts';

export const searchByOrganization = defineEndpoint({
  method: 'GET',
  path: '/api/v1/reverse-whois/organization/{organization}',
  summary: 'Find domains by an organization',
  description:
    'Returns domains that the organization registered. Case, punctuation and legal forms are ' +
    'ignored. The index contains public data from scans of this installation and imported data. ' +
    'Each hit shows its field, source and time. Every search is recorded in the audit log.',
  family: 'Reverse WHOIS',
  access: 'authenticated',
  params: z.object({
    organization: z
      .string()
      .min(1)
      .max(300)
      .meta({ examples: ['Example Ltd'] }),
  }),
  query: searchQuery,
  response: z.object({ ...searchAnswerShape }),
  async run({ params, query, caller, origin }, ports: SearchContactsPorts) {
    const { cursor, ...asked } = query;
    const search = { kind: 'organization', text: params.organization, cursor, ...asked } as const;
    const found = await searchContacts(search, searcherOf(caller, origin), ports);
    return presentSearch('organization', found);
  },
});

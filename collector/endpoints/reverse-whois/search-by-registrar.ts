import { z } from 'zod';
import {
  type SearchContactsPorts,
  searchContacts,
} from '../../domain/intelligence/registrations/search-contacts.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ContactHit } from '../../ports/registrations/registration-index.ts';
import { presentSearch, searchAnswerShape, searcherOf, searchQuery } from './answer-form.ts';

export const searchByRegistrar = defineEndpoint({
  method: 'GET',
  path: '/api/v1/reverse-whois/registrar/{registrar}',
  summary: 'Find domains by their registrar',
  description:
    'Returns domains of a registrar, by its name or its IANA number. The index contains public ' +
    'data from scans of this installation and imported data. Each hit shows its field, source and ' +
    'time. Every search is recorded in the audit log.',
  family: 'Reverse WHOIS',
  access: 'authenticated',
  params: z.object({
    registrar: z
      .string()
      .min(1)
      .max(300)
      .meta({ examples: ['Example Registrar'] }),
  }),
  query: searchQuery,
  response: z.object({
    ...searchAnswerShape,
    registrar_info: z.object({ registrar_iana_id: z.int().nullable(), abuse_email: z.string().nullable() }),
  }),
  async run({ params, query, caller, origin }, ports: SearchContactsPorts) {
    const { cursor, ...asked } = query;
    const search = { kind: 'registrar', text: params.registrar, cursor, ...asked } as const;
    const found = await searchContacts(search, searcherOf(caller, origin), ports);
    const told = <Value>(of: (hit: ContactHit) => Value | null): Value | null =>
      found.hits.map(of).find((value) => value !== null) ?? null;
    return {
      ...presentSearch('registrar', found),
      registrar_info: {
        registrar_iana_id: told((hit) => hit.registrarIanaId),
        abuse_email: told((hit) => hit.registrarAbuseEmail),
      },
    };
  },
});

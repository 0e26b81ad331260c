import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type ContactAnswer,
  deepestOffset,
  type Searcher,
} from '../../domain/intelligence/registrations/search-contacts.ts';
import type { Origin } from '../../http/define-endpoint.ts';
import type { ContactKind } from '../../ports/registrations/registration-index.ts';

export const searchQuery = z.object({
  limit: z.int().min(1).max(1_000).default(100),
  offset: z.int().min(0).max(deepestOffset).default(0).describe('Use `cursor` for results beyond 10,000.'),
  cursor: z.string().min(1).max(400).optional().describe('`next_cursor` of the previous answer.'),
  match: z.enum(['exact', 'contains']).default('exact'),
});

const text = z.string().nullable();

export const searchAnswerShape = {
  search_type: z.enum(['email', 'organization', 'registrar', 'nameserver']),
  search_value: z.string().describe('The search value in its normal form.'),
  domain_count: z
    .int()
    .describe('Number of all matching domains. A search with `contains` counts at most 10,000.'),
  domains: z.array(
    z.object({
      domain_name: z.string(),
      registrar_name: text,
      registration_date: timestampSchema.nullable(),
      expiration_date: timestampSchema.nullable(),
      nameservers: z.array(z.string()).nullable(),
      entity_role: z.string(),
      country_code: text,
      secure_dns_delegated: z.boolean().nullable(),
      matched_on: z.string(),
      seen_at: timestampSchema,
      source: z.string(),
    }),
  ),
  next_cursor: text,
};

export function presentSearch(kind: ContactKind, { value, count, hits, cursor }: ContactAnswer) {
  return {
    search_type: kind,
    search_value: value,
    domain_count: count,
    domains: hits.map((hit) => ({
      domain_name: hit.domain,
      registrar_name: hit.registrarName,
      registration_date: hit.registeredAt?.toISOString() ?? null,
      expiration_date: hit.expiresAt?.toISOString() ?? null,
      nameservers: hit.nameServers && [...hit.nameServers],
      entity_role: hit.role,
      country_code: hit.countryCode,
      secure_dns_delegated: hit.secureDns,
      matched_on: hit.matchedOn,
      seen_at: hit.seenAt.toISOString(),
      source: hit.source,
    })),
    next_cursor: cursor ?? null,
  };
}

export function searcherOf(
  caller: { readonly accountId: number; readonly keyId: number | null },
  { address, requestId }: Origin,
): Searcher {
  return { accountId: caller.accountId, keyId: caller.keyId, address, requestId };
}

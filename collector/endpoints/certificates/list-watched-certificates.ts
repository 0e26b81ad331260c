import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { domainOf } from '../../domain/traffic/passive-dns/query-passive-dns.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type {
  WatchedCertificate,
  WatchedCertificateStore,
} from '../../ports/transparency/watched-certificates.ts';

const mostNames = 20;

export const listWatchedCertificates = defineEndpoint({
  method: 'GET',
  path: '/api/v2/certificates/watched',
  summary: 'List certificates of watched domains',
  description:
    "Returns certificates for the domains that the account's locations watch (`lookalike.watched` " +
    'in their detection settings) and the names below them. Also returns certificates for domains ' +
    'that imitate them. The latest comes first, with what is unusual about each certificate.',
  family: 'Certificate logs',
  access: 'authenticated',
  query: z.object({
    domain: z.string().max(1_020).optional().describe('One of the watched domains.'),
    relation: z.enum(['own', 'lookalike']).optional(),
    unusual: z
      .boolean()
      .optional()
      .describe('Whether to return only certificates that are unusual, or only the others.'),
    ...pageParameters(100, 1_000),
  }),
  response: z.object({
    count: countOnAllPages,
    certificates: z.array(
      z.object({
        id: idSchema,
        location_id: idSchema,
        watched: z.string(),
        relation: z.enum(['own', 'lookalike']),
        imitation: z.string().nullable().describe('How the look-alike imitates the watched domain.'),
        name: z
          .string()
          .describe('The name that matched: a name in the certificate, or the domain that imitates.'),
        names: z.array(z.string()).describe('The first 20 names of the certificate.'),
        name_count: z.int(),
        issuer: z.string(),
        organization: z.string(),
        serial: z.string(),
        not_before: timestampSchema,
        not_after: timestampSchema,
        log: z.string(),
        logged_at: timestampSchema,
        seen_at: timestampSchema,
        verdict: z
          .object({
            reasons: z.array(z.string()).describe('What is unusual; empty if nothing is.'),
            severity: severitySchema,
            details: z.record(z.string(), z.unknown()),
          })
          .nullable()
          .describe('Null for a few seconds, until the certificate is judged.'),
      }),
    ),
    limit: z.int(),
    offset: z.int(),
  }),
  async run(
    { caller, query },
    ports: { readonly watchedCertificates: Pick<WatchedCertificateStore, 'list'> },
  ) {
    const { relation, unusual, limit, offset } = query;
    const watched = query.domain === undefined ? undefined : domainOf(query.domain);
    const { count, certificates } = await ports.watchedCertificates.list(
      caller.accountId,
      { watched, relation, unusual },
      { limit, offset },
    );
    return { count, certificates: certificates.map(present), limit, offset };
  },
});

function present({ certificate, verdict, ...match }: WatchedCertificate) {
  return {
    id: match.id,
    location_id: match.locationId,
    watched: match.watched,
    relation: match.relation,
    imitation: match.imitation,
    name: match.name,
    names: certificate.names.slice(0, mostNames),
    name_count: certificate.names.length + certificate.namesLeftOut,
    issuer: certificate.issuer,
    organization: certificate.organization,
    serial: certificate.serial,
    not_before: certificate.notBefore.toISOString(),
    not_after: certificate.notAfter.toISOString(),
    log: certificate.log,
    logged_at: certificate.loggedAt.toISOString(),
    seen_at: match.seenAt.toISOString(),
    verdict: verdict && { ...verdict, reasons: [...verdict.reasons], details: { ...verdict.details } },
  };
}

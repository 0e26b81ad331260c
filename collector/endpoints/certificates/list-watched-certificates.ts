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
    "The history of the domains that the account's locations watch (`lookalike.watched` of their detection settings): certificates for " +
    'them and below, and for domains that imitate them, the latest first, with what is unusual about each.',
  family: 'Certificate logs',
  access: 'authenticated',
  query: z.object({
    domain: z.string().max(1_020).optional().describe('One of the watched domains.'),
    relation: z.enum(['own', 'lookalike']).optional(),
    unusual: z.boolean().optional().describe('Only those that something is unusual about, or none of these.'),
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
        imitation: z.string().nullable().describe('How a look-alike imitates the watched domain.'),
        name: z.string().describe('What matched: a name of the certificate, or the domain that imitates.'),
        names: z.array(z.string()).describe('The first 20.'),
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
            reasons: z.array(z.string()).describe('What is unusual; none where all is as ever.'),
            severity: severitySchema,
            details: z.record(z.string(), z.unknown()),
          })
          .nullable()
          .describe('Null until it is judged, a few seconds later.'),
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

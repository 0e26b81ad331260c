import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { domainOf } from '../../domain/traffic/passive-dns/query-passive-dns.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ArchivedCertificate, CertificateArchive } from '../../ports/transparency/certificates.ts';

const dayMilliseconds = 86_400_000;

export const searchCertificates = defineEndpoint({
  method: 'GET',
  path: '/api/v2/certificates/search',
  summary: 'Search certificates out of logs',
  description:
    'Returns certificates for a domain from the followed logs, latest first, as long as they are ' +
    'kept. A certificate in several logs appears once. A precertificate and its certificate count ' +
    'as one.',
  family: 'Certificate logs',
  access: 'authenticated',
  query: z.object({
    domain: z
      .string()
      .max(1_020)
      .describe('A domain. Wildcard certificates that cover its names are found too.')
      .meta({ examples: ['example.com'] }),
    below: z.boolean().default(true).describe('Whether to include names below the domain.'),
    issuer: z
      .string()
      .min(2)
      .max(200)
      .optional()
      .describe("Part of the issuer's name, in upper or lower case."),
    current: z.boolean().default(false).describe('Whether to return only certificates that are valid now.'),
    days: z
      .int()
      .min(1)
      .max(3_650)
      .optional()
      .describe('Only certificates that a log accepted within this number of days.'),
    ...pageParameters(100, 1_000),
  }),
  response: z.object({
    domain: z.string(),
    count: countOnAllPages,
    certificates: z.array(
      z.object({
        id: z.string().describe('Id of the certificate, the same in all logs.'),
        name: z.string().describe('The name that matched the search.'),
        names: z.array(z.string()).describe('The first 20 names of the certificate.'),
        name_count: z.int(),
        issuer: z.string(),
        organization: z.string(),
        serial: z.string(),
        not_before: timestampSchema,
        not_after: timestampSchema,
        first_logged: timestampSchema,
        logs: z.array(z.string()),
        precertificate: z.boolean().describe('Whether only the precertificate was seen.'),
      }),
    ),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['question_too_large'],
  async run({ query }, ports: { readonly certificateArchive: Pick<CertificateArchive, 'search'> }) {
    const { below, issuer, current, days, limit, offset } = query;
    const domain = domainOf(query.domain);
    const now = Date.now();
    const { count, certificates } = await ports.certificateArchive.search({
      name: domain,
      below,
      issuer,
      validAt: current ? new Date(now) : undefined,
      loggedSince: days === undefined ? undefined : new Date(now - days * dayMilliseconds),
      limit,
      offset,
    });
    return { domain, count, certificates: certificates.map(present), limit, offset };
  },
});

function present(certificate: ArchivedCertificate) {
  const { id, name, names, nameCount, issuer, organization, serial, logs } = certificate;
  return {
    id,
    name,
    names: [...names],
    name_count: nameCount,
    issuer,
    organization,
    serial,
    not_before: certificate.notBefore.toISOString(),
    not_after: certificate.notAfter.toISOString(),
    first_logged: certificate.firstLoggedAt.toISOString(),
    logs: [...logs],
    precertificate: certificate.isPrecertificate,
  };
}

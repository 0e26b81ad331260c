import { scanErrorSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type ScanTechnologiesPorts,
  scanTechnologies,
} from '../../domain/intelligence/technologies/scan-technologies.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { siteBody } from './site-body.ts';
import {
  family,
  presentChange,
  presentTechnology,
  technologyChangeSchema,
  technologySchema,
} from './technology-schema.ts';

export const scanSite = defineEndpoint({
  method: 'POST',
  path: '/api/tech/scan',
  summary: 'Tell what a site is made of',
  description:
    'Fetches one page and its icons, follows redirects, and tells technologies by its HTML, its headers, its cookies, its ' +
    'certificate and the DNS of its domain, each with what told of it. Scripts are not run: what only a running page shows is ' +
    'not told. It is stored, and counts in the questions below `/api/tech`.',
  family,
  access: 'public',
  cost: 3,
  timeLimit: 60_000,
  body: siteBody,
  response: z.object({
    domain: z.string(),
    url: z
      .string()
      .nullable()
      .describe('Of the page that was read, after redirects; null where there was none.'),
    status: z.int().nullable(),
    server_ip: z.string().nullable(),
    title: z.string().nullable(),
    redirects: z
      .array(z.object({ url: z.string(), status: z.int() }))
      .describe('Answers on the way, in order.'),
    technologies: z
      .array(technologySchema)
      .nullable()
      .describe('Null if none is known and not all could be asked.'),
    count: z.int().nullable(),
    ssl_info: z
      .object({
        issuer: z.string(),
        not_before: timestampSchema,
        not_after: timestampSchema,
        days_until_expiry: z.int(),
      })
      .nullable()
      .describe('Of the certificate of the page that was read; null where it came without TLS.'),
    partial: z
      .boolean()
      .nullable()
      .describe('A bound of time or size was reached before everything had been looked at.'),
    changes: z.array(technologyChangeSchema).describe('Since the last look at the site.'),
    scan_timestamp: timestampSchema,
    errors: z.array(scanErrorSchema),
  }),
  errors: ['overloaded'],
  async run({ body, signal }, ports: ScanTechnologiesPorts) {
    const { target, at, result, errors, changes } = await scanTechnologies(body.url, ports, signal);
    const { site, certificate, technologies } = result;
    return {
      domain: target.domain,
      url: site?.url ?? null,
      status: site?.status ?? null,
      server_ip: site?.address ?? null,
      title: site?.title ?? null,
      redirects: site?.redirects.map((one) => ({ ...one })) ?? [],
      technologies: technologies?.map(presentTechnology) ?? null,
      count: technologies?.length ?? null,
      ssl_info: certificate && {
        issuer: certificate.issuer,
        not_before: certificate.notBefore,
        not_after: certificate.notAfter,
        days_until_expiry: certificate.daysUntilExpiry,
      },
      partial: result.partial,
      changes: changes.map(presentChange),
      scan_timestamp: at.toISOString(),
      errors: [...errors],
    };
  },
});

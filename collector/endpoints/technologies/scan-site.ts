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
    'Fetches one page and its icons, and follows redirects. Identifies technologies by the HTML, ' +
    'headers, cookies, certificate and DNS of the site, with the evidence for each. Scripts are ' +
    'not run, so technologies that only a running page shows are missing. The result is stored ' +
    'and counts in the other operations under `/api/tech`.',
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
      .describe('URL of the page that was read, after redirects; null if there was none.'),
    status: z.int().nullable(),
    server_ip: z.string().nullable(),
    title: z.string().nullable(),
    redirects: z
      .array(z.object({ url: z.string(), status: z.int() }))
      .describe('Redirects on the way, in order.'),
    technologies: z
      .array(technologySchema)
      .nullable()
      .describe('Null if no technology was found and not all sources could be queried.'),
    count: z.int().nullable(),
    ssl_info: z
      .object({
        issuer: z.string(),
        not_before: timestampSchema,
        not_after: timestampSchema,
        days_until_expiry: z.int(),
      })
      .nullable()
      .describe('Certificate of the page that was read; null without TLS.'),
    partial: z
      .boolean()
      .nullable()
      .describe('True if a limit of time or size was reached before the scan was complete.'),
    changes: z.array(technologyChangeSchema).describe('Changes since the previous scan of the site.'),
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

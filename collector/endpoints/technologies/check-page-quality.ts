import { checkQuality } from '@sonde/scanner/checks/quality/check-quality.ts';
import { siteTarget } from '@sonde/scanner/checks/site/site-target.ts';
import { scanErrorSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { z } from 'zod';
import {
  indexSecurityContacts,
  type SecurityContactPorts,
} from '../../domain/intelligence/registrations/index-security-contacts.ts';
import { type WithNetworkPorts, withNetwork } from '../../domain/intelligence/scan/with-network.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { siteBody } from './site-body.ts';
import { family } from './technology-schema.ts';

const groupSchema = z.enum([
  'page',
  'security',
  'transport',
  'delivery',
  'discovery',
  'accessibility',
  'dns',
]);

export const checkPageQuality = defineEndpoint({
  method: 'POST',
  path: '/api/quality/check',
  summary: 'Check how well a page is made',
  description:
    'Title, description, encoding, viewport, language, HTTPS, security headers, size and icon; then cookies, policies, mixed ' +
    'content, HSTS, HTTP versions, compression, caching, robots.txt, sitemap, security.txt, Open Graph, accessibility and the ' +
    'DNS of the host. What could not be told is null and costs no points; of a page that could not be had nothing is told.',
  family,
  access: 'public',
  cost: 3,
  timeLimit: 60_000,
  body: siteBody,
  response: z.object({
    url: z.string(),
    status: z.int().nullable(),
    alerts: z.array(
      z.object({
        check: z.string(),
        group: groupSchema,
        passed: z.boolean().nullable().describe('Null where it could not be told.'),
        message: z.string(),
        severity: z.enum(['info', 'warning']),
        rule: z.string().describe('What it stands on.'),
        evidence: z.string().nullable(),
        advice: z.string().nullable(),
        weight: z.int().describe('Points that it takes where it is not passed.'),
      }),
    ),
    score: z
      .object({
        points: z.int().min(0).max(100),
        deductions: z.array(z.object({ check: z.string(), points: z.int() })),
        groups: z.array(z.object({ group: groupSchema, passed: z.int(), told: z.int(), unknown: z.int() })),
      })
      .nullable()
      .describe('What is left of a hundred, and what took the rest; null where no page could be had.'),
    partial: z.boolean().describe('The page was read in part.'),
    errors: z.array(scanErrorSchema),
  }),
  errors: ['overloaded'],
  async run({ body, signal }, ports: WithNetworkPorts & SecurityContactPorts) {
    const target = siteTarget(body.url);
    const { url, status, alerts, score, partial, securityMailboxes, errors } = await withNetwork(
      ports,
      signal,
      (network) => checkQuality(target, network),
    );
    await indexSecurityContacts(url, securityMailboxes, ports);
    return {
      url,
      status,
      alerts: alerts.map((alert) => ({ ...alert })),
      score: score && {
        points: score.points,
        deductions: score.deductions.map((one) => ({ ...one })),
        groups: score.groups.map((one) => ({ ...one })),
      },
      partial,
      errors: [...errors],
    };
  },
});

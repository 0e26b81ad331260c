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
    'Checks title, description, encoding, viewport, language, HTTPS, security headers, size and ' +
    'icon. Also checks cookies, policies, mixed content, HSTS, HTTP versions, compression, ' +
    'caching, robots.txt, sitemap, security.txt, Open Graph, accessibility and the DNS of the ' +
    'host. A result that could not be determined is null and costs no points. If the page cannot ' +
    'be fetched, there are no results.',
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
        passed: z.boolean().nullable().describe('Null if it could not be determined.'),
        message: z.string(),
        severity: z.enum(['info', 'warning']),
        rule: z.string().describe('The rule behind the check.'),
        evidence: z.string().nullable(),
        advice: z.string().nullable(),
        weight: z.int().describe('Points that are lost if the check fails.'),
      }),
    ),
    score: z
      .object({
        points: z.int().min(0).max(100),
        deductions: z.array(z.object({ check: z.string(), points: z.int() })),
        groups: z.array(z.object({ group: groupSchema, passed: z.int(), told: z.int(), unknown: z.int() })),
      })
      .nullable()
      .describe('Points left out of a hundred, and what cost the rest; null if the page cannot be fetched.'),
    partial: z.boolean().describe('True if only a part of the page was read.'),
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

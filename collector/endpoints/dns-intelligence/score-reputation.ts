import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import {
  type ReputationPorts,
  reputationOfDomain,
} from '../../domain/intelligence/reputation/reputation-of-domain.ts';
import { reputationComponents } from '../../domain/intelligence/reputation/reputation-score.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

const points = z.int().min(0).max(1_000).nullable();

export const scoreReputation = defineEndpoint({
  method: 'GET',
  path: '/api/v2/reputation/score',
  summary: "Score a domain's reputation",
  description:
    'Scores a domain from 0 to 1000 by eight weighted components, with the reason for each lost ' +
    'point. A component that could not be measured is null, and its weight is distributed among ' +
    'the others.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 8,
  timeLimit: 90_000,
  query: z.object({
    domain: domainNameSchema,
  }),
  response: z.object({
    domain: z.string(),
    score: points,
    grade: z.string().nullable(),
    ceiling: z.int().nullable().describe('The best possible score for a domain with the same listings.'),
    components: z.object({
      dns_config: points,
      email_auth: points,
      dnssec: points,
      ssl_tls: points,
      stability: points,
      threat_intel: points,
      diversity: points,
      performance: points,
    }),
    details: z.array(
      z.object({
        component: z.enum(reputationComponents),
        weight: z.int().describe('Weight out of 1000 if everything is measured.'),
        percent: z.number().nullable(),
        contribution: z.int(),
        possible: z.int(),
        reasons: z.array(z.object({ points: z.number(), message: z.string(), rule: z.string() })),
      }),
    ),
    recommendations: z.array(z.string()).describe('Recommendations, the one with the greatest gain first.'),
  }),
  errors: ['overloaded'],
  async run({ query, signal }, ports: ReputationPorts) {
    const score = await reputationOfDomain(query.domain, ports, signal);
    const contribution = (name: (typeof reputationComponents)[number]) => {
      const found = score.components.find(({ component }) => component === name);
      return found === undefined || found.points === null ? null : found.contribution;
    };
    return {
      domain: score.domain,
      score: score.score,
      grade: score.grade,
      ceiling: score.ceiling,
      components: {
        dns_config: contribution('dns_config'),
        email_auth: contribution('email_auth'),
        dnssec: contribution('dnssec'),
        ssl_tls: contribution('ssl_tls'),
        stability: contribution('stability'),
        threat_intel: contribution('threat_intel'),
        diversity: contribution('diversity'),
        performance: contribution('performance'),
      },
      details: score.components.map(({ points: percent, reasons, ...component }) => ({
        ...component,
        percent,
        reasons: reasons.map((reason) => ({ ...reason })),
      })),
      recommendations: [...score.recommendations],
    };
  },
});

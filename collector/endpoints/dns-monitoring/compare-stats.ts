import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';
import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { addressesOfThreats } from '../../domain/intelligence/addresses/addresses-in-answers.ts';
import {
  type ComparedPeriod,
  type CompareStatsPorts,
  compareStats as compare,
} from '../../domain/traffic/monitoring/compare-stats.ts';
import { presentThreat } from '../../domain/traffic/monitoring/present-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import { mostMovers } from '../../ports/traffic/movers.ts';
import { rangeOf, rangeParameters } from './range-parameters.ts';

const count = z.int().min(0);
const moved = { queries: count, before: count };
const milliseconds = z.number().min(0);

const periodSchema = z.object({
  from: timestampSchema,
  to: timestampSchema.describe('End of the period, excluded.'),
  queries: count,
  answered: count,
  unanswered: count,
  unique_clients: count,
  unique_names: count,
  latency_ms: z.object({ p50: milliseconds, p95: milliseconds, p99: milliseconds }).nullable(),
});

export const compareStats = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/stats/compare',
  summary: 'Compare a period with the one before',
  description:
    'Compares the traffic of a period with an earlier period of the same length. Returns the ' +
    'totals of both periods, the names, domains and clients with more or fewer queries, new ' +
    'domains, new threats and silent agents. The default period is the last 24 hours, compared ' +
    'with the 24 hours before. If `from` is absent and the period lasts 12 hours or more, both ' +
    'periods begin on the hour. `from` and `to` in the answer show the exact limits.',
  family: 'DNS monitoring',
  access: 'authenticated',
  cost: 5,
  query: z.object({
    location_id: idSchema.optional(),
    ...rangeParameters,
    back: z
      .enum(['day', 'week'])
      .optional()
      .describe(
        'Compares with the same hours one day or one week earlier. Default: the period directly before.',
      ),
    top: z.int().min(1).max(mostMovers).default(10).describe('Maximum number of items in each list.'),
    domains: z.boolean().default(true).describe('Whether to compare registrable domains too, in `domains`.'),
  }),
  response: z.object({
    period: periodSchema,
    before: periodSchema,
    response_codes: z.array(
      z.object({
        response_code: z.string().nullable().describe('Null for queries without a response.'),
        ...moved,
      }),
    ),
    names: z.array(z.object({ name: z.string(), ...moved })),
    domains: z
      .array(z.object({ domain: z.string(), ...moved }))
      .nullable()
      .describe('Null if the request has `domains=false`.'),
    clients: z.array(z.object({ client_ip: z.string(), ...moved })),
    failing_names: z.array(z.object({ name: z.string(), ...moved })),
    new_domains: z.array(
      z.object({
        domain: z.string(),
        first_seen: timestampSchema.describe('Start of the hour in which the domain was first seen.'),
        queries: count,
      }),
    ),
    new_threats: z.object({
      count: count.describe('Number of all new threats, including those that `threats` leaves out.'),
      threats: z.array(threatSchema),
    }),
    addresses: addressNotesSchema,
    silent_agents: z.array(
      z.object({
        id: idSchema,
        location_id: idSchema,
        host: z.string(),
        software: z.string(),
        silent_since: timestampSchema,
      }),
    ),
  }),
  errors: ['not_found', 'question_too_large'],
  timeLimit: 60_000,
  async run({ caller, query }, ports: CompareStatsPorts & { readonly addressNotes: AddressNotes }) {
    const { after, before, newDomains, newThreats, silentAgents, ...movers } = await compare(
      { ...rangeOf(caller, query), back: query.back, top: query.top, domains: query.domains },
      ports,
    );
    return {
      period: presentPeriod(after),
      before: presentPeriod(before),
      response_codes: comparedCodes(after, before),
      names: [...movers.names],
      domains: movers.domains?.map(({ name, ...counts }) => ({ domain: name, ...counts })) ?? null,
      clients: movers.clients.map(({ name, ...counts }) => ({ client_ip: name, ...counts })),
      failing_names: [...movers.failingNames],
      new_domains: newDomains.map(({ domain, firstSeenAt, queries }) => ({
        domain,
        first_seen: firstSeenAt.toISOString(),
        queries,
      })),
      new_threats: { count: newThreats.count, threats: newThreats.threats.map(presentThreat) },
      addresses: ports.addressNotes.of([
        ...movers.clients.map(({ name }) => name),
        ...addressesOfThreats(newThreats.threats),
      ]),
      silent_agents: silentAgents.map((agent) => ({
        id: agent.id,
        location_id: agent.locationId,
        host: agent.host,
        software: agent.software,
        silent_since: agent.lastSeenAt.toISOString(),
      })),
    };
  },
});

function presentPeriod({ range, totals }: ComparedPeriod) {
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    queries: totals.queries,
    answered: totals.answered,
    unanswered: totals.unanswered,
    unique_clients: totals.uniqueClients,
    unique_names: totals.uniqueNames,
    latency_ms: totals.latencyMs,
  };
}

function comparedCodes(after: ComparedPeriod, before: ComparedPeriod) {
  const earlier = new Map(before.responseCodes.map(({ name, count }) => [name, count]));
  const later = new Map(after.responseCodes.map(({ name, count }) => [name, count]));
  return [...new Set([...later.keys(), ...earlier.keys()])].map((code) => ({
    response_code: code === noResponseCode ? null : responseCodeName(code),
    queries: later.get(code) ?? 0,
    before: earlier.get(code) ?? 0,
  }));
}

import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type ReconcilePorts,
  reconcileResolver as reconcile,
} from '../../domain/traffic/resolvers/reconcile-resolver.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ReconciledCounts } from '../../ports/traffic/reconciliation.ts';
import { rangeOf, rangeParameters } from '../dns-monitoring/range-parameters.ts';

const countsSchema = z.object({
  both: z.int().min(0).describe('Queries reported by the resolver and also seen on the wire.'),
  only_dnstap: z
    .int()
    .min(0)
    .describe('Queries that only the resolver reported. They were lost on the wire, or took another path.'),
  only_wire: z
    .int()
    .min(0)
    .describe('Queries seen only on the wire. The dnstap frames of the resolver were lost.'),
  different: z
    .int()
    .min(0)
    .describe(
      'Queries whose answer on the wire differs from the answer of the resolver. The answer may ' +
        'have been tampered with.',
    ),
});

export const reconcileResolver = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/resolvers/{id}/reconciliation',
  summary: 'Compare a resolver with the wire',
  description:
    'Compares what a resolver reports with what an agent sees on the wire. Returns queries seen ' +
    'on one side only, answers that differ, and servers that clients query instead of the ' +
    'resolver. Only plain UDP and TCP count. The default range is ten minutes, the longest range ' +
    'is one hour. Both sides must use the same privacy, sampling and filter settings; otherwise ' +
    'nothing matches.',
  family: 'Resolvers',
  access: 'authenticated',
  cost: 5,
  params: z.object({ id: idSchema }),
  query: z.object({
    wire_location_id: idSchema
      .optional()
      .describe('The location where the wire is observed. Default: all locations of the account.'),
    ...rangeParameters,
  }),
  response: z.object({
    resolver_id: idSchema,
    from: timestampSchema,
    to: timestampSchema,
    comparable: z.boolean().describe('Whether data from both sides exists.'),
    dnstap_senders: z.int().min(0),
    wire_senders: z.int().min(0),
    resolver_addresses: z.array(z.string()),
    totals: countsSchema,
    minutes: z.array(countsSchema.extend({ minute: timestampSchema })),
    names: z
      .array(countsSchema.extend({ query_name: z.string() }))
      .describe('Names with the most differences.'),
    bypassed_by: z
      .array(z.object({ server_ip: z.string(), queries: z.int().min(0), clients: z.int().min(0) }))
      .describe('Servers that clients query instead of the resolver.'),
  }),
  errors: ['not_found', 'not_stored', 'question_too_large'],
  async run({ caller, params, query }, ports: ReconcilePorts) {
    const { range, dnstapAgents, wireAgents, found } = await reconcile(
      {
        ...rangeOf(caller, { ...query, location_id: query.wire_location_id }),
        resolverId: params.id,
      },
      ports,
    );
    const { minutes = [], names = [], bypassed = [], resolverAddresses = [] } = found ?? {};
    return {
      resolver_id: params.id,
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      comparable: found !== undefined,
      dnstap_senders: dnstapAgents,
      wire_senders: wireAgents,
      resolver_addresses: [...resolverAddresses],
      totals: present(minutes.reduce(add, { both: 0, onlyDnstap: 0, onlyWire: 0, different: 0 })),
      minutes: minutes.map(({ at, ...counts }) => ({ minute: at.toISOString(), ...present(counts) })),
      names: names.map(({ name, ...counts }) => ({ query_name: name, ...present(counts) })),
      bypassed_by: bypassed.map(({ server, ...rest }) => ({ server_ip: server, ...rest })),
    };
  },
});

function add(one: ReconciledCounts, other: ReconciledCounts): ReconciledCounts {
  return {
    both: one.both + other.both,
    onlyDnstap: one.onlyDnstap + other.onlyDnstap,
    onlyWire: one.onlyWire + other.onlyWire,
    different: one.different + other.different,
  };
}

function present({ both, onlyDnstap, onlyWire, different }: ReconciledCounts) {
  return { both, only_dnstap: onlyDnstap, only_wire: onlyWire, different };
}

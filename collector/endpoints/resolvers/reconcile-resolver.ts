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
  both: z.int().min(0).describe('Told by the resolver and seen on the wire.'),
  only_dnstap: z.int().min(0).describe('Not seen on the wire: lost there, or not on that way.'),
  only_wire: z.int().min(0).describe('Not told by the resolver: its frames were lost.'),
  different: z.int().min(0).describe('Answered on the wire otherwise than the resolver says: tampered with.'),
});

export const reconcileResolver = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/resolvers/{id}/reconciliation',
  summary: 'Compare a resolver with the wire',
  description:
    'Where an agent sees the same resolver: what only one of the two saw, answers that are not what the resolver ' +
    'said, and servers that clients ask past it. Plain UDP and TCP alone, ten minutes or up to an hour. Both sides ' +
    'must treat clients and names alike (privacy, sampling and filters), else nothing agrees.',
  family: 'Resolvers',
  access: 'authenticated',
  cost: 5,
  params: z.object({ id: idSchema }),
  query: z.object({
    wire_location_id: idSchema
      .optional()
      .describe('Where the wire is watched; all locations of the account if absent.'),
    ...rangeParameters,
  }),
  response: z.object({
    resolver_id: idSchema,
    from: timestampSchema,
    to: timestampSchema,
    comparable: z.boolean().describe('There are senders of both sides.'),
    dnstap_senders: z.int().min(0),
    wire_senders: z.int().min(0),
    resolver_addresses: z.array(z.string()),
    totals: countsSchema,
    minutes: z.array(countsSchema.extend({ minute: timestampSchema })),
    names: z
      .array(countsSchema.extend({ query_name: z.string() }))
      .describe('Those with the most that does not agree.'),
    bypassed_by: z
      .array(z.object({ server_ip: z.string(), queries: z.int().min(0), clients: z.int().min(0) }))
      .describe('Servers that clients ask instead of the resolver.'),
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

import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import {
  type ResolverStatistics,
  type ResolverStatisticsPorts,
  resolverStatistics,
} from '../../domain/traffic/resolvers/resolver-statistics.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentResolver, resolverEntrySchema } from './present-resolver.ts';

const countsSchema = z.record(z.string(), z.int().min(0));

const resolverSchema = resolverEntrySchema.extend({
  queries: z.int().min(0),
  responses: z.int().min(0),
  policy_hits: z.int().min(0),
  transports: countsSchema,
  response_codes: countsSchema,
  policy_actions: countsSchema,
});

export const getResolverStats = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/stats',
  summary: 'Get resolver statistics',
  description:
    'Sums up what resolvers reported in the last days, for all resolvers of the account or for ' +
    'one. A key of a resolver sees only that resolver.',
  family: 'Resolvers',
  access: 'account_or_resolver',
  query: z.object({
    resolver_id: idSchema.optional(),
    days: z.int().min(1).max(366).default(30).describe('Number of days (UTC), including today.'),
    ...pageParameters(100, 1_000),
  }),
  response: z.object({
    count: countOnAllPages,
    days: z.int(),
    policy_version: z.int().describe("The version of the account's policy in force."),
    resolvers: z.array(resolverSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['not_found'],
  async run({ caller, query }, ports: ResolverStatisticsPorts) {
    const { resolver_id: asked, days, ...page } = query;
    const own = caller.kind === 'resolver' ? caller.resolverId : undefined;
    if (own !== undefined && asked !== undefined && asked !== own) throw new NotFound('resolver');
    const { accountId } = caller;
    const question = { accountId, resolverId: own ?? asked, days, page };
    const { count, policy, resolvers } = await resolverStatistics(question, ports);
    return { count, days, policy_version: policy.version, resolvers: resolvers.map(present), ...page };
  },
});

function present({ resolver, totals }: ResolverStatistics): z.input<typeof resolverSchema> {
  const total = (name: string) => totals.get('total')?.get(name) ?? 0;
  const counts = (kind: string) => Object.fromEntries(totals.get(kind) ?? []);
  return {
    ...presentResolver(resolver),
    queries: total('queries'),
    responses: total('responses'),
    policy_hits: total('policy_hits'),
    transports: counts('transport'),
    response_codes: counts('response_code'),
    policy_actions: counts('policy_action'),
  };
}

import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ResolverStore } from '../../ports/resolvers/resolvers.ts';
import { presentResolver, resolverEntrySchema } from './present-resolver.ts';

export const listResolvers = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/resolvers',
  summary: 'List resolvers',
  description: 'Returns the registered resolvers of the account, with the policy that each last reported.',
  family: 'Resolvers',
  access: 'authenticated',
  query: z.object({ ...pageParameters(100, 1_000) }),
  response: z.object({
    count: countOnAllPages,
    resolvers: z.array(resolverEntrySchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ caller, query }, ports: { readonly resolvers: Pick<ResolverStore, 'list'> }) {
    const { count, resolvers } = await ports.resolvers.list(caller.accountId, query);
    return { count, resolvers: resolvers.map(presentResolver), ...query };
  },
});

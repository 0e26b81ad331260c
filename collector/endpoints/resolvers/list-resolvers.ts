import { idSchema } from '@sonde/shared/schemas/id.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ResolverStore } from '../../ports/resolvers/resolvers.ts';

export const listResolvers = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/resolvers',
  summary: 'List resolvers',
  family: 'Resolvers',
  access: 'authenticated',
  query: z.object({ ...pageParameters(100, 1_000) }),
  response: z.object({
    count: z.int().describe('Resolvers of the account, on all pages.'),
    resolvers: z.array(
      z.object({
        resolver_id: idSchema,
        resolver_name: z.string(),
        location: z.string(),
        location_id: idSchema.nullable(),
        modules_enabled: z.array(z.string()),
        created_at: timestampSchema,
        last_seen: timestampSchema.nullable(),
      }),
    ),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ caller, query }, ports: { readonly resolvers: Pick<ResolverStore, 'list'> }) {
    const { count, resolvers } = await ports.resolvers.list(caller.accountId, query);
    return {
      count,
      resolvers: resolvers.map((resolver) => ({
        resolver_id: resolver.id,
        resolver_name: resolver.name,
        location: resolver.place,
        location_id: resolver.locationId,
        modules_enabled: [...resolver.modules],
        created_at: resolver.createdAt.toISOString(),
        last_seen: resolver.lastSeenAt?.toISOString() ?? null,
      })),
      ...query,
    };
  },
});

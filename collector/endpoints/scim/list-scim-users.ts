import { listSchemaUri, scimUserSchema } from '@sonde/shared/schemas/people/scim.ts';
import { z } from 'zod';
import { readFilter } from '../../domain/people/single-sign-on/provision-users.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ProvisionedUserStore } from '../../ports/accounts/provisioned-users.ts';
import { presentScimUser, scimOperation } from './present-scim-user.ts';

export const listScimUsers = defineEndpoint({
  method: 'GET',
  path: '/api/v2/scim/Users',
  summary: 'List the users that the provider knows',
  description:
    'Implements RFC 7644. A filter has one comparison of `userName`, `externalId` or `id`, such ' +
    'as `userName eq "ada@example.com"`.',
  ...scimOperation,
  query: z.object({
    filter: z.string().max(1_000).optional(),
    startIndex: z.coerce.number().int().min(-1_000_000).max(1_000_000).default(1),
    count: z.coerce.number().int().min(-1_000_000).max(1_000_000).default(100),
  }),
  response: z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(scimUserSchema),
  }),
  async run(
    { caller: { accountId }, query },
    { provisionedUsers }: { provisionedUsers: Pick<ProvisionedUserStore, 'list'> },
  ) {
    // RFC 7644 section 3.4.2.4: what is below the least stands for it.
    const first = Math.max(1, query.startIndex);
    const page = { limit: Math.min(200, Math.max(0, query.count)), offset: first - 1 };
    const { count, users } = await provisionedUsers.list(accountId, readFilter(query.filter), page);
    return {
      schemas: [listSchemaUri],
      totalResults: count,
      startIndex: first,
      itemsPerPage: users.length,
      Resources: users.map(presentScimUser),
    };
  },
});

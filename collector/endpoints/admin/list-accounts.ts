import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { userSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AccountAdministration } from '../../ports/accounts/account-administration.ts';
import { presentUser } from '../auth/present-user.ts';

export const listAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  summary: 'List accounts',
  description: 'Returns all accounts of this installation.',
  family: 'Administration',
  access: 'admin',
  query: z.object(pageParameters(100, 1_000)),
  response: z.object({
    count: countOnAllPages,
    accounts: z.array(userSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ query }, ports: { accountAdministration: Pick<AccountAdministration, 'list'> }) {
    const { count, accounts } = await ports.accountAdministration.list(query);
    return { count, accounts: accounts.map(presentUser), ...query };
  },
});

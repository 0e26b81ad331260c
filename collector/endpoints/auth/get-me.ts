import { userSchema } from '@sonde/shared/schemas/account.ts';
import { z } from 'zod';
import { NotFound } from '../../domain/errors.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AccountStore } from '../../ports/accounts/accounts.ts';
import { presentUser } from './present-user.ts';

export const getMe = defineEndpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Show the account of the credential',
  family: 'Authentication',
  access: 'authenticated',
  response: z.object({ user: userSchema }),
  errors: ['not_found'],
  async run({ caller }, ports: { accounts: Pick<AccountStore, 'find'> }) {
    const account = await ports.accounts.find(caller.accountId);
    if (account === undefined) throw new NotFound('account');
    return { user: presentUser(account) };
  },
});

import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { memberSchema, userSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AccountStore } from '../../ports/accounts/accounts.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import { presentMember } from '../sessions/present-session.ts';
import { presentUser, presentUserFor } from './present-user.ts';

export const getMe = defineEndpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Show the account of the credential',
  description:
    'Returns the account of the key, token or session, with the member and the session if there is one.',
  family: 'Authentication',
  access: 'authenticated',
  response: z.object({
    user: userSchema,
    member: memberSchema.nullable().describe('The member of the account; null for a key.'),
    session: z
      .object({
        id: idSchema,
        confirmed: z.boolean().describe('Whether the password was confirmed in the last ten minutes.'),
      })
      .nullable()
      .describe('The session of the request; null for a key or a token.'),
  }),
  errors: ['not_found'],
  async run(
    { caller },
    ports: { accounts: Pick<AccountStore, 'find'>; credentials: Pick<CredentialStore, 'findMember'> },
  ) {
    const { accountId, personId, session } = caller;
    const [account, member] = await Promise.all([
      ports.accounts.find(accountId),
      personId === null ? undefined : ports.credentials.findMember(accountId, personId),
    ]);
    if (account === undefined || (personId !== null && member === undefined)) throw new NotFound('account');
    return {
      user: member === undefined ? presentUser(account) : presentUserFor(member),
      member: member === undefined ? null : presentMember(member),
      session,
    };
  },
});

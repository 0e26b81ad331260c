import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { accountMemberSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { MemberStore } from '../../ports/accounts/members.ts';
import { presentAccountMember } from './present-member.ts';

export const listMembers = defineEndpoint({
  method: 'GET',
  path: '/api/account/members',
  summary: 'List the members of the account',
  description: 'Returns the members who can sign in to the account, with their roles.',
  family: 'Account',
  access: 'authenticated',
  response: z.object({ count: countInAnswer, members: z.array(accountMemberSchema) }),
  async run({ caller }, ports: { members: Pick<MemberStore, 'list'> }) {
    const members = await ports.members.list(caller.accountId);
    return { count: members.length, members: members.map(presentAccountMember) };
  },
});

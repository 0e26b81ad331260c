import {
  accountMemberSchema,
  emailSchema,
  personNameSchema,
  roleSchema,
} from '@sonde/shared/schemas/account.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { type AddMemberPorts, addMember as add } from '../../domain/people/members/members.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { presentAccountMember, presentSetupLink, setupLinkSchema } from './present-member.ts';

export const addMember = defineEndpoint({
  method: 'POST',
  path: '/api/account/members',
  summary: 'Add a member to the account',
  description:
    'The answer has a link by which the new member sets a password; pass it on. It is good once, for a week.',
  family: 'Account',
  access: 'authenticated',
  confirmed: true,
  body: z.object({
    email: emailSchema,
    role: roleSchema,
    first_name: personNameSchema.nullish(),
    last_name: personNameSchema.nullish(),
  }),
  response: z.object({ member: accountMemberSchema, setup_link: setupLinkSchema }),
  status: 201,
  errors: ['conflict', 'role_insufficient'],
  async run({ caller, body, origin }, ports: AddMemberPorts & { audit: Pick<AuditLog, 'record'> }) {
    const { email, role, first_name: firstName, last_name: lastName } = body;
    const { accountId } = caller;
    const { member, link } = await add(
      { accountId, email, role, firstName: firstName || null, lastName: lastName || null },
      caller.role,
      ports,
    );
    await ports.audit.record(
      act(caller, origin, {
        action: 'member_added',
        object: `person:${member.id}`,
        details: { email, role },
      }),
    );
    return { member: presentAccountMember(member), setup_link: presentSetupLink(link) };
  },
});

import {
  accountMemberSchema,
  emailSchema,
  personNameSchema,
  roleSchema,
} from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import {
  addMember as add,
  type InviteMemberPorts,
  inviteMember as invite,
} from '../../domain/people/members/members.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { mailedSchema, memberLinkSchema, presentAccountMember, presentMemberLink } from './present-member.ts';

export const addMember = defineEndpoint({
  method: 'POST',
  path: '/api/account/members',
  summary: 'Add a member to the account',
  description:
    'Returns a link with which the new member sets a password. Pass it on, or have it mailed. The ' +
    'link works once and expires after a week. It also stops working when a newer link is created ' +
    'or the member is removed.',
  family: 'Account',
  access: 'authenticated',
  confirmed: true,
  cost: 5,
  timeLimit: 30_000,
  body: z.object({
    email: emailSchema,
    role: roleSchema,
    first_name: personNameSchema.nullish(),
    last_name: personNameSchema.nullish(),
    mail: mailedSchema,
  }),
  response: z.object({ member: accountMemberSchema, setup_link: memberLinkSchema }),
  status: 201,
  errors: ['conflict', 'role_insufficient'],
  async run(
    { caller, body, origin, signal },
    ports: InviteMemberPorts & { audit: Pick<AuditLog, 'record'> },
  ) {
    const { email, role, mail, first_name: firstName, last_name: lastName } = body;
    const { accountId } = caller;
    const { member, link } = await (mail ? invite : add)(
      { accountId, email, role, firstName: firstName || null, lastName: lastName || null },
      caller,
      ports,
      signal,
    );
    await ports.audit.record(
      act(caller, origin, {
        action: 'member_added',
        object: `person:${member.id}`,
        details: { email, role, mailed: mail },
      }),
    );
    return { member: presentAccountMember(member), setup_link: presentMemberLink(link, mail) };
  },
});

import { idSchema } from '@sonde/shared/schemas/id.ts';
import { accountMemberSchema, roleSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { changeRole } from '../../domain/people/members/members.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { MemberStore } from '../../ports/accounts/members.ts';
import { presentAccountMember } from './present-member.ts';

export const changeMemberRole = defineEndpoint({
  method: 'PUT',
  path: '/api/account/members/{id}',
  summary: "Change a member's role",
  description:
    "The role applies from the member's next request on, also in open sessions. The last owner " +
    'cannot get another role.',
  family: 'Account',
  access: 'authenticated',
  confirmed: true,
  params: z.object({ id: idSchema }),
  body: z.object({ role: roleSchema }),
  response: z.object({ member: accountMemberSchema }),
  errors: ['conflict', 'not_found'],
  async run(
    { caller, params, body, origin },
    ports: { members: Pick<MemberStore, 'setRole'>; audit: Pick<AuditLog, 'record'> },
  ) {
    const member = await changeRole(caller.accountId, params.id, body.role, caller.role, ports);
    await ports.audit.record(
      act(caller, origin, { action: 'role_changed', object: `person:${params.id}`, details: body }),
    );
    return { member: presentAccountMember(member) };
  },
});

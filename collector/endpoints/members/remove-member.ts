import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { removeMember as remove } from '../../domain/people/members/members.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { MemberStore } from '../../ports/accounts/members.ts';

export const removeMember = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/members/{id}',
  summary: 'Remove a member from the account',
  description: 'Sessions and tokens of the member end at once. The last owner cannot be removed.',
  family: 'Account',
  access: 'authenticated',
  confirmed: true,
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, removed: z.literal(true) }),
  errors: ['conflict', 'not_found'],
  async run(
    { caller, params, origin },
    ports: { members: Pick<MemberStore, 'remove'>; audit: Pick<AuditLog, 'record'> },
  ) {
    await remove(caller.accountId, params.id, caller.role, ports);
    await ports.audit.record(
      act(caller, origin, { action: 'member_removed', object: `person:${params.id}` }),
    );
    return { id: params.id, removed: true as const };
  },
});

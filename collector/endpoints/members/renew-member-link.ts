import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { type RenewLinkPorts, renewMemberLink as renew } from '../../domain/people/members/members.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { mailedSchema, memberLinkSchema, presentMemberLink } from './present-member.ts';

export const renewMemberLink = defineEndpoint({
  method: 'POST',
  path: '/api/account/members/{id}/setup-link',
  summary: 'Make another setup link for a member',
  description:
    'Returns a new setup link for a member who has lost the first link or forgotten the password. ' +
    'Earlier links stop working.',
  family: 'Account',
  access: 'authenticated',
  confirmed: true,
  cost: 5,
  timeLimit: 30_000,
  params: z.object({ id: idSchema }),
  query: z.object({ mail: mailedSchema }),
  response: memberLinkSchema,
  status: 201,
  errors: ['conflict', 'forbidden', 'not_found'],
  async run(
    { caller, params: { id }, query: { mail }, origin, signal },
    ports: RenewLinkPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const link = await renew(caller, { personId: id, mail }, ports, signal);
    await ports.audit.record(
      act(caller, origin, { action: 'setup_link_made', object: `person:${id}`, details: { mailed: mail } }),
    );
    return presentMemberLink(link, mail);
  },
});

import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { renewMemberLink as renew } from '../../domain/people/members/members.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { presentSetupLink, setupLinkSchema } from './present-member.ts';

export const renewMemberLink = defineEndpoint({
  method: 'POST',
  path: '/api/account/members/{id}/setup-link',
  summary: 'Make another setup link for a member',
  description: 'For one who lost the first, or forgot the password. Those made before stop working.',
  family: 'Account',
  access: 'authenticated',
  confirmed: true,
  params: z.object({ id: idSchema }),
  response: setupLinkSchema,
  status: 201,
  errors: ['forbidden', 'not_found'],
  async run(
    { caller, params, origin },
    ports: Parameters<typeof renew>[3] & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const link = await renew(caller.accountId, params.id, caller.role, ports);
    await ports.audit.record(
      act(caller, origin, { action: 'setup_link_made', object: `person:${params.id}` }),
    );
    return presentSetupLink(link);
  },
});

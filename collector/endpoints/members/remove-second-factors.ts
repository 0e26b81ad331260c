import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { removeSecondFactors as remove } from '../../domain/people/members/members.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

export const removeSecondFactors = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/members/{id}/second-factors',
  summary: "Remove a member's second factors",
  description:
    'Removes the authenticator app, the recovery codes and the passkeys of a member, for example ' +
    'after the loss of a phone. The password stays. A session cannot remove the second factors of ' +
    'its own person. A key of the account can remove those of every member.',
  family: 'Account',
  access: 'authenticated',
  confirmed: true,
  params: z.object({ id: idSchema }),
  response: z.object({
    app: z.boolean().describe('Whether an authenticator app was removed.'),
    passkeys: z.int().min(0).describe('Number of passkeys that were removed.'),
  }),
  errors: ['forbidden', 'not_found'],
  async run(
    { caller, params: { id }, origin },
    ports: Parameters<typeof remove>[2] & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const removed = await remove(caller, id, ports);
    await ports.audit.record(
      act(caller, origin, { action: 'second_factors_removed', object: `person:${id}`, details: removed }),
    );
    return removed;
  },
});

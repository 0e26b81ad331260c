import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { tierSchema, userSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AccountAdministration } from '../../ports/accounts/account-administration.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { presentUser } from '../auth/present-user.ts';

export const setTier = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/accounts/{id}/tier',
  summary: "Set an account's tier",
  family: 'Administration',
  access: 'admin',
  confirmed: true,
  params: z.object({ id: idSchema }),
  body: z.object({ tier: tierSchema }),
  response: z.object({ user: userSchema }),
  errors: ['not_found'],
  async run(
    { caller, params, body, origin },
    ports: { accountAdministration: Pick<AccountAdministration, 'setTier'>; audit: Pick<AuditLog, 'record'> },
  ) {
    const account = await ports.accountAdministration.setTier(params.id, body.tier);
    if (account === undefined) throw new NotFound('account');
    await ports.audit.record(
      act(caller, origin, {
        action: 'tier_changed',
        object: `account:${account.id}`,
        details: { tier: body.tier },
      }),
    );
    return { user: presentUser(account) };
  },
});

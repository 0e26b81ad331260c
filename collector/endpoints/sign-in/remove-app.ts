import { typedPasswordSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { removeApp as remove } from '../../domain/people/second-factor/authenticator-app.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { recordOwnAct } from './signed-in-caller.ts';

export const removeApp = defineEndpoint({
  method: 'POST',
  path: '/api/auth/totp/remove',
  summary: 'Remove the authenticator app',
  description:
    'Removes the authenticator app and the recovery codes. The request needs the password, even ' +
    'if it was confirmed a moment ago.',
  family: 'Authentication',
  access: 'session',
  metered: false,
  body: z.object({ password: typedPasswordSchema }),
  response: z.object({ success: z.literal(true) }),
  errors: ['wrong_credentials', 'conflict', 'overloaded', 'not_found'],
  async run(
    { caller, body, origin },
    ports: Parameters<typeof remove>[1] & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    await remove({ caller, password: body.password }, ports);
    await recordOwnAct(caller, origin, 'authenticator_app_removed', ports.audit);
    return { success: true as const };
  },
});

import { z } from 'zod';
import {
  type ConfirmAppPorts,
  confirmApp as confirm,
} from '../../domain/people/second-factor/authenticator-app.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { recordOwnAct } from './signed-in-caller.ts';

/** Recovery codes are shown once. */
export const recoveryCodesSchema = z
  .array(z.string())
  .describe('Recovery codes, shown only in this answer. Each code replaces a code of the app once.');

export const confirmApp = defineEndpoint({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  summary: 'Confirm the authenticator app',
  description:
    'Activates the authenticator app with one of its codes. From now on, each sign-in with the ' +
    'password also asks for a code.',
  family: 'Authentication',
  access: 'session',
  confirmed: true,
  metered: false,
  body: z.object({
    code: z
      .string()
      .max(64)
      .meta({ examples: ['123456'] }),
  }),
  response: z.object({ recovery_codes: recoveryCodesSchema }),
  errors: ['wrong_credentials', 'conflict'],
  async run({ caller, body, origin }, ports: ConfirmAppPorts & { readonly audit: Pick<AuditLog, 'record'> }) {
    const codes = await confirm(caller.personId, body.code, ports);
    await recordOwnAct(caller, origin, 'authenticator_app_added', ports.audit);
    return { recovery_codes: codes };
  },
});

import { typedPasswordSchema } from '@sonde/shared/schemas/people/account.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type ConfirmSessionPorts,
  confirmSession as confirm,
} from '../../domain/people/sessions/confirm-session.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const confirmSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/confirm',
  summary: 'Confirm who is signed in',
  description:
    'Confirms the password for ten minutes. Some operations answer `confirmation_required` if the ' +
    'last confirmation is older. These operations create or revoke keys, delete data, or change ' +
    'members, tiers and ways to sign in.',
  family: 'Authentication',
  access: 'session',
  metered: false,
  body: z.object({ password: typedPasswordSchema }),
  response: z.object({ success: z.literal(true), confirmed_until: timestampSchema }),
  errors: ['wrong_credentials', 'overloaded', 'not_found'],
  async run({ caller, body }, ports: ConfirmSessionPorts) {
    const until = await confirm({ caller, password: body.password }, ports);
    return { success: true as const, confirmed_until: until.toISOString() };
  },
});

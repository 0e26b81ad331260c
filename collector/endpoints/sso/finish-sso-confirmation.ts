import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { confirmByProvider } from '../../domain/people/single-sign-on/sign-in.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { returnBody } from './finish-sso-session.ts';

export const finishSsoConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/confirm/sso/finish',
  summary: 'Confirm who is signed in by a provider',
  description:
    'Confirms with the provider instead of the password, for ten minutes. The provider must ' +
    'report when it authenticated the person (`auth_time`), and that time must be after the ' +
    'request.',
  family: 'Single sign-on',
  access: 'session',
  metered: false,
  body: returnBody,
  response: z.object({ success: z.literal(true), confirmed_until: timestampSchema }),
  errors: ['wrong_credentials', 'ticket_over', 'forbidden', 'not_found', 'upstream_failed'],
  async run({ caller, body, origin }, ports: Parameters<typeof confirmByProvider>[3]) {
    const until = await confirmByProvider(body, caller, origin.address, ports);
    return { success: true as const, confirmed_until: until.toISOString() };
  },
});

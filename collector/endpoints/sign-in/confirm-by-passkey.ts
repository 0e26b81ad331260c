import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { relyingParty } from '../../domain/people/passkeys/relying-party.ts';
import { confirmByPasskey as confirm } from '../../domain/people/passkeys/use-passkey.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { passkeyAnswerBody } from './begin-passkey-session.ts';
import type { SitePorts } from './offer-passkey.ts';

export const confirmByPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/confirm/passkey',
  summary: 'Confirm who is signed in by a passkey',
  description: 'Confirms with a passkey instead of the password, for ten minutes.',
  family: 'Authentication',
  access: 'session',
  metered: false,
  body: passkeyAnswerBody,
  response: z.object({ success: z.literal(true), confirmed_until: timestampSchema }),
  errors: ['wrong_credentials', 'ticket_over', 'conflict'],
  async run({ caller, body, origin }, ports: Parameters<typeof confirm>[3] & SitePorts) {
    const until = await confirm(caller, body, relyingParty(origin.site, ports.publicUrl), ports);
    return { success: true as const, confirmed_until: until.toISOString() };
  },
});

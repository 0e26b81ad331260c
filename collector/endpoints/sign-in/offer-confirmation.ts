import { requestOptionsSchema } from '@sonde/shared/schemas/people/passkey.ts';
import { z } from 'zod';
import { relyingParty } from '../../domain/people/passkeys/relying-party.ts';
import { offerConfirmation as offer } from '../../domain/people/passkeys/use-passkey.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SitePorts } from './offer-passkey.ts';

export const offerConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/confirm/passkey/options',
  summary: 'Begin to confirm who is signed in by a passkey',
  description:
    "Returns the options for `navigator.credentials.get()`. Only the person's own passkeys are accepted.",
  family: 'Authentication',
  access: 'session',
  metered: false,
  response: z.object({ ticket: z.string(), options: requestOptionsSchema }),
  errors: ['conflict', 'not_found'],
  run({ caller, origin }, ports: Parameters<typeof offer>[2] & SitePorts) {
    return offer(caller, relyingParty(origin.site, ports.publicUrl), ports);
  },
});

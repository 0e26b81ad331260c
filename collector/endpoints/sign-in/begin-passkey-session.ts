import { assertionSchema, ticketSchema } from '@sonde/shared/schemas/people/passkey.ts';
import { z } from 'zod';
import { relyingParty } from '../../domain/people/passkeys/relying-party.ts';
import { signInByPasskey, type UsePasskeyPorts } from '../../domain/people/passkeys/use-passkey.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type SignInPorts, signedInShape, signIn } from '../sessions/signed-in.ts';
import type { SitePorts } from './offer-passkey.ts';

/** The body has a browser's answer to the options. */
export const passkeyAnswerBody = z.object({ ticket: ticketSchema, credential: assertionSchema });

export const beginPasskeySession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/passkey',
  summary: 'Sign in with a passkey',
  description:
    'Signs in with a passkey instead of a password and a second factor, because the authenticator ' +
    'has already verified the person. The session is the same as one that starts with a password.',
  family: 'Authentication',
  access: 'public',
  ownPages: true,
  reserved: true,
  body: passkeyAnswerBody,
  response: z.object(signedInShape),
  errors: ['wrong_credentials', 'ticket_over', 'conflict', 'not_found'],
  async run({ body, caller, origin }, ports: UsePasskeyPorts & SignInPorts & SitePorts) {
    const party = relyingParty(origin.site, ports.publicUrl);
    const member = await signInByPasskey(body, party, origin.address, ports);
    return signIn(member, { caller, origin, by: 'passkey' }, ports);
  },
});

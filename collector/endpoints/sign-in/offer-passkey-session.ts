import { requestOptionsSchema } from '@sonde/shared/schemas/people/passkey.ts';
import { z } from 'zod';
import { requestOptions } from '../../domain/people/passkeys/options.ts';
import { relyingParty } from '../../domain/people/passkeys/relying-party.ts';
import type { Tickets } from '../../domain/people/second-factor/tickets.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SitePorts } from './offer-passkey.ts';

export const offerPasskeySession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/passkey/options',
  summary: 'Begin to sign in with a passkey',
  description: 'Returns the options for `navigator.credentials.get()`. Any passkey of this host is accepted.',
  family: 'Authentication',
  access: 'public',
  ownPages: true,
  reserved: true,
  response: z.object({ ticket: z.string(), options: requestOptionsSchema }),
  errors: ['conflict'],
  run({ origin }, ports: SitePorts & { readonly tickets: Pick<Tickets, 'issue'> }) {
    const party = relyingParty(origin.site, ports.publicUrl);
    const ticket = ports.tickets.issue('passkey_sign_in', {});
    return { ticket, options: requestOptions(ticket, party) };
  },
});

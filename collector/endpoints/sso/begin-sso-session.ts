import { providerHandleSchema } from '@sonde/shared/schemas/people/sso.ts';
import { z } from 'zod';
import { type SetOutPorts, setOut } from '../../domain/people/single-sign-on/journey.ts';
import { usable } from '../../domain/people/single-sign-on/provider.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SingleSignOnStore } from '../../ports/accounts/single-sign-on.ts';

/** A journey has the URL that the browser goes to, and the ticket that the page keeps until it is back. */
export const journeySchema = z.object({ ticket: z.string(), url: z.string() });

export const beginSsoSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/sso',
  summary: 'Begin to sign in by a provider',
  description:
    'Returns the address at the provider to which to send the browser (authorization code with ' +
    'PKCE, state and nonce), and a ticket. The page keeps the ticket until the browser returns to ' +
    '`/sso`.',
  family: 'Single sign-on',
  access: 'public',
  ownPages: true,
  reserved: true,
  body: z.object({ provider: providerHandleSchema }),
  response: journeySchema,
  errors: ['not_found', 'conflict', 'upstream_failed', 'wrong_credentials'],
  async run(
    { body, origin: { site } },
    ports: SetOutPorts & { readonly singleSignOn: Pick<SingleSignOnStore, 'findByHandle'> },
  ) {
    const provider = usable(await ports.singleSignOn.findByHandle(body.provider));
    return setOut(provider, { goal: 'sign_in', signedIn: null, site }, ports);
  },
});

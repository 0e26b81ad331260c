import { ticketSchema } from '@sonde/shared/schemas/people/passkey.ts';
import { z } from 'zod';
import { signInByProvider } from '../../domain/people/single-sign-on/sign-in.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SingleSignOnStore } from '../../ports/accounts/single-sign-on.ts';
import { type SignInPorts, signedInShape, signIn } from '../sessions/signed-in.ts';

/** The body has a page's message when the browser is back. */
export const returnBody = z.object({
  ticket: ticketSchema,
  answer: z
    .string()
    .min(1)
    .max(16_384)
    .describe('The query string of the address to which the provider sent the browser.')
    .meta({ examples: ['code=c2VjcmV0&state=YWJj&iss=https%3A%2F%2Fid.example.com'] }),
});

export const finishSsoSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/sso/finish',
  summary: 'Sign in by a provider',
  description:
    "Signs in with the ticket and the provider's answer. This works once, within five minutes. " +
    'Issuer and subject identify the person. An e-mail address that somebody already uses does ' +
    'not open that account.',
  family: 'Single sign-on',
  access: 'public',
  ownPages: true,
  reserved: true,
  body: returnBody,
  response: z.object(signedInShape),
  errors: ['wrong_credentials', 'ticket_over', 'conflict', 'forbidden', 'not_found', 'upstream_failed'],
  async run(
    { body, caller, origin },
    ports: Parameters<typeof signInByProvider>[2] &
      SignInPorts & { readonly singleSignOn: Pick<SingleSignOnStore, 'noteSession'> },
  ) {
    const { member, user, sid } = await signInByProvider(body, origin.address, ports);
    const answer = await signIn(member, { caller, origin, by: 'provider' }, ports);
    await ports.singleSignOn.noteSession(answer.body.session.id, user.id, sid);
    return answer;
  },
});

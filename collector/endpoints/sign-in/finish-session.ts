import { ticketSchema } from '@sonde/shared/schemas/people/passkey.ts';
import { z } from 'zod';
import {
  type CheckSecondFactorPorts,
  checkSecondFactor,
} from '../../domain/people/second-factor/check-second-factor.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type SignInPorts, signedInShape, signIn } from '../sessions/signed-in.ts';

/** The second step takes a ticket and a code. */
export const secondStepBody = z.object({
  ticket: ticketSchema,
  code: z
    .string()
    .max(64)
    .describe('Six digits of the authenticator app, or a recovery code.')
    .meta({ examples: ['123456'] }),
});

export const finishSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/second-factor',
  summary: 'Sign in with a browser: the second step',
  description: 'Starts the session after `second_factor_required`. Each code works only once.',
  family: 'Authentication',
  access: 'public',
  ownPages: true,
  reserved: true,
  body: secondStepBody,
  response: z.object(signedInShape),
  errors: ['wrong_credentials', 'ticket_over', 'not_found'],
  async run({ body, caller, origin }, ports: CheckSecondFactorPorts & SignInPorts) {
    const { member, by } = await checkSecondFactor({ ...body, begins: 'session' }, ports);
    return signIn(member, { caller, origin, by }, ports);
  },
});

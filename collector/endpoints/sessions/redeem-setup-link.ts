import { emailSchema, passwordSchema, personNameSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import {
  type AskSecondFactorPorts,
  askSecondFactor,
} from '../../domain/people/second-factor/ask-second-factor.ts';
import { redeemSetupLink as redeem, type SetupLinkPorts } from '../../domain/people/sessions/setup-link.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type SignInPorts, signedInShape, signIn } from './signed-in.ts';

export const setupTokenSchema = z
  .string()
  .min(1)
  .max(128)
  .describe('The part of the link after `#`.')
  .meta({ examples: ['v66kbOTV07e6xkLYbTx6dflfELqrRI8xt1SEomGgf6o'] });

export const redeemSetupLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/setup',
  summary: 'Set a password by a setup link',
  description:
    'Uses up the link, sets the password and signs the person in. `npm start` and `sonde ' +
    'setup-link` print links for administrators, which are valid for an hour. The token is behind ' +
    '`#`, so that it appears in no log on the way. If the person has an authenticator app, the ' +
    'password is set and the answer is `second_factor_required`; continue with the second step.',
  family: 'Authentication',
  access: 'public',
  ownPages: true,
  reserved: true,
  body: z.object({
    token: setupTokenSchema,
    password: passwordSchema,
    email: emailSchema.optional().describe('The e-mail address for signing in from now on.'),
    first_name: personNameSchema.optional(),
    last_name: personNameSchema.optional(),
  }),
  response: z.object(signedInShape),
  errors: ['second_factor_required', 'conflict', 'overloaded', 'not_found'],
  async run({ body, caller, origin }, ports: SetupLinkPorts & AskSecondFactorPorts & SignInPorts) {
    const { token, password, email, first_name: firstName, last_name: lastName } = body;
    const member = await redeem(
      { token, password, email, firstName, lastName, address: origin.address },
      ports,
    );
    await askSecondFactor(member, 'session', ports);
    return signIn(member, { caller, origin, by: 'setup_link' }, ports);
  },
});

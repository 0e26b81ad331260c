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
  .describe('What stands behind the # of the link.')
  .meta({ examples: ['v66kbOTV07e6xkLYbTx6dflfELqrRI8xt1SEomGgf6o'] });

export const redeemSetupLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/setup',
  summary: 'Set a password by a setup link',
  description:
    'Uses the link up, sets the password and signs in. Links are told by `npm start` and `sonde setup-link` ' +
    'for an administrator, good for an hour. They carry the token behind `#`, so that no log on the way has it. Whoever has an authenticator ' +
    'app is asked for a code of it all the same: the password is set then, and `second_factor_required` leads on.',
  family: 'Authentication',
  access: 'public',
  ownPages: true,
  reserved: true,
  body: z.object({
    token: setupTokenSchema,
    password: passwordSchema,
    email: emailSchema.optional().describe('The address to sign in with from now on.'),
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

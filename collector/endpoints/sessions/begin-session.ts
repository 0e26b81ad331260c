import { emailSchema, typedPasswordSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { type LogInPorts, logIn } from '../../domain/people/accounts/log-in.ts';
import {
  type AskSecondFactorPorts,
  askSecondFactor,
} from '../../domain/people/second-factor/ask-second-factor.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type SignInPorts, signedInShape, signIn } from './signed-in.ts';

export const beginSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session',
  summary: 'Sign in with a browser',
  description:
    'Starts a session for the web pages of this collector. The session is in a cookie that ' +
    'scripts cannot read. It ends after eight hours without use, and after seven days at the ' +
    'latest. Programs should use a key, or a token of `POST /api/auth/login`. If the person has ' +
    'an authenticator app, send a code to `POST /api/auth/session/second-factor`.',
  family: 'Authentication',
  access: 'public',
  ownPages: true,
  reserved: true,
  body: z.object({ email: emailSchema, password: typedPasswordSchema }),
  response: z.object(signedInShape),
  errors: ['wrong_credentials', 'second_factor_required', 'overloaded', 'not_found'],
  async run({ body, caller, origin }, ports: LogInPorts & AskSecondFactorPorts & SignInPorts) {
    const member = await logIn({ ...body, address: origin.address }, ports);
    await askSecondFactor(member, 'session', ports);
    return signIn(member, { caller, origin, by: 'password' }, ports);
  },
});

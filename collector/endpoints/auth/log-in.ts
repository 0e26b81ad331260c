import { emailSchema, userSchema } from '@sonde/shared/schemas/account.ts';
import { z } from 'zod';
import { logIn as checkLogin, type LogInPorts } from '../../domain/accounts/log-in.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentUser } from './present-user.ts';

export const logIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in',
  description: 'The token is a JWT that is good for twelve hours; after that, one logs in again.',
  family: 'Authentication',
  access: 'public',
  // No bounds but the length: what can't be a password is a wrong one.
  body: z.object({ email: emailSchema, password: z.string().max(1_024) }),
  response: z.object({ success: z.literal(true), token: z.string(), user: userSchema }),
  errors: ['wrong_credentials', 'overloaded'],
  async run({ body, origin }, ports: LogInPorts) {
    const { account, token } = await checkLogin({ ...body, address: origin.address }, ports);
    return { success: true as const, token, user: presentUser(account) };
  },
});

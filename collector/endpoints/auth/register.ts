import {
  emailSchema,
  passwordSchema,
  personNameSchema,
  userSchema,
} from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { type RegisterPorts, register as registerAccount } from '../../domain/people/accounts/register.ts';
import type { Tokens } from '../../domain/people/accounts/tokens.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentUser } from './present-user.ts';

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Register an account',
  description: 'Creates an account in the free tier and logs it in.',
  family: 'Authentication',
  access: 'public',
  body: z.object({
    email: emailSchema,
    password: passwordSchema,
    first_name: personNameSchema.nullish(),
    last_name: personNameSchema.nullish(),
  }),
  response: z.object({ success: z.literal(true), token: z.string(), user: userSchema }),
  status: 201,
  errors: ['conflict', 'overloaded'],
  async run({ body, origin }, ports: RegisterPorts & { tokens: Pick<Tokens, 'issue'> }) {
    const {
      account,
      person,
      tokenGeneration: generation,
    } = await registerAccount(
      {
        email: body.email,
        password: body.password,
        firstName: body.first_name || null,
        lastName: body.last_name || null,
        address: origin.address,
      },
      ports,
    );
    const token = await ports.tokens.issue({ accountId: account.id, personId: person.id, generation });
    return { success: true as const, token, user: presentUser(account) };
  },
});

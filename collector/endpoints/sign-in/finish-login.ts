import { userSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import type { Tokens } from '../../domain/people/accounts/tokens.ts';
import {
  type CheckSecondFactorPorts,
  checkSecondFactor,
} from '../../domain/people/second-factor/check-second-factor.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentUserFor } from '../auth/present-user.ts';
import { secondStepBody } from './finish-session.ts';

export const finishLogin = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login/second-factor',
  summary: 'Log in: the second step',
  description: 'Returns the token after `second_factor_required`. Each code works only once.',
  family: 'Authentication',
  access: 'public',
  reserved: true,
  body: secondStepBody,
  response: z.object({ success: z.literal(true), token: z.string(), user: userSchema }),
  errors: ['wrong_credentials', 'ticket_over'],
  async run({ body }, ports: CheckSecondFactorPorts & { readonly tokens: Pick<Tokens, 'issue'> }) {
    const { member } = await checkSecondFactor({ ...body, begins: 'token' }, ports);
    const { account, person, tokenGeneration: generation } = member;
    const token = await ports.tokens.issue({ accountId: account.id, personId: person.id, generation });
    return { success: true as const, token, user: presentUserFor(member) };
  },
});

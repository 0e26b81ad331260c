import { DomainError } from '@sonde/shared/errors.ts';
import { emailSchema, typedPasswordSchema, userSchema } from '@sonde/shared/schemas/people/account.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { memberCaller } from '../../domain/people/access/member-caller.ts';
import { createApiKey } from '../../domain/people/accounts/api-keys.ts';
import { logIn as checkLogin, type LogInPorts } from '../../domain/people/accounts/log-in.ts';
import type { Tokens } from '../../domain/people/accounts/tokens.ts';
import {
  type AskSecondFactorPorts,
  askSecondFactor,
} from '../../domain/people/second-factor/ask-second-factor.ts';
import { defineEndpoint, type Origin } from '../../http/define-endpoint.ts';
import type { ApiKeyStore } from '../../ports/accounts/api-keys.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { Membership } from '../../ports/accounts/credentials.ts';
import { presentUserFor } from './present-user.ts';

type Ports = LogInPorts &
  AskSecondFactorPorts & {
    readonly tokens: Pick<Tokens, 'issue'>;
    readonly apiKeys: Pick<ApiKeyStore, 'createWithin'>;
    readonly random: Random;
    readonly audit: Pick<AuditLog, 'record'>;
  };

export const logIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in',
  description:
    'Returns a JWT that is valid for twelve hours. After that, the person must log in again. If ' +
    'the person has an authenticator app, the answer is `second_factor_required`: send a code to ' +
    '`POST /api/auth/login/second-factor`. That operation creates no key.',
  family: 'Authentication',
  access: 'public',
  reserved: true,
  // No bounds but the length: what can't be a password is a wrong one.
  body: z.object({
    email: emailSchema,
    password: typedPasswordSchema,
    api_key: z
      .boolean()
      .default(false)
      .describe('Whether to create an API key of the account too. Only for owners.'),
  }),
  response: z.object({
    success: z.literal(true),
    token: z.string(),
    user: userSchema,
    api_key: z
      .string()
      .optional()
      .describe('The API key, if the request asks for one. It is shown only in this answer.'),
  }),
  errors: ['wrong_credentials', 'second_factor_required', 'overloaded', 'conflict', 'forbidden'],
  async run({ body, origin }, ports: Ports) {
    const member = await checkLogin({ ...body, address: origin.address }, ports);
    await askSecondFactor(member, 'token', ports);
    const { account, person, tokenGeneration: generation } = member;
    const key = body.api_key ? await keyOf(member, origin, ports) : undefined;
    const token = await ports.tokens.issue({ accountId: account.id, personId: person.id, generation });
    return {
      success: true as const,
      token,
      user: presentUserFor(member),
      ...(key !== undefined && { api_key: key }),
    };
  },
});

/** A key for programs that log in once and keep a key. */
async function keyOf(member: Membership, origin: Origin, ports: Ports): Promise<string> {
  if (member.role !== 'owner')
    throw new DomainError('forbidden', 'Only owners of the account can create keys.');
  const { apiKey, key } = await createApiKey(
    { accountId: member.account.id, label: 'login', kind: 'account' },
    ports,
  );
  await ports.audit.record(
    act(memberCaller(member, null), origin, {
      action: 'key_created',
      object: `key:${apiKey.id}`,
      details: { prefix: apiKey.prefix, scope: apiKey.scope.kind },
    }),
  );
  return key;
}

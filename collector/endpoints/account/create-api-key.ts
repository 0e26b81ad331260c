import { apiKeySchema } from '@sonde/shared/schemas/account.ts';
import { z } from 'zod';
import { act } from '../../domain/access/act.ts';
import { createApiKey as create } from '../../domain/accounts/api-keys.ts';
import { DomainError } from '../../domain/errors.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ApiKeyStore } from '../../ports/accounts/api-keys.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { Random } from '../../ports/system/random.ts';
import { presentApiKey } from './present-api-key.ts';

export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/api/account/api-keys',
  summary: 'Make a key for the account',
  description: 'The key is shown this once; only a hash of it is stored.',
  family: 'Account',
  access: 'authenticated',
  body: z.object({
    label: z
      .string()
      .trim()
      .max(200)
      .regex(/^\P{Cc}*$/u, 'must not have control characters')
      .default(''),
    administrator: z
      .boolean()
      .default(false)
      .describe('Whether the key may administrate; for administrators.'),
  }),
  response: z.object({ ...apiKeySchema.shape, api_key: z.string().describe('The key, shown this once.') }),
  status: 201,
  errors: ['conflict', 'forbidden'],
  async run(
    { caller, body, origin },
    ports: { apiKeys: Pick<ApiKeyStore, 'createWithin'>; random: Random; audit: Pick<AuditLog, 'record'> },
  ) {
    if (body.administrator && !caller.administrator) {
      throw new DomainError('forbidden', 'Only an administrator makes keys that administrate.');
    }
    const { apiKey, key } = await create({ accountId: caller.accountId, ...body }, ports);
    await ports.audit.record(
      act(caller, origin, {
        action: 'key_created',
        object: `key:${apiKey.id}`,
        details: { prefix: apiKey.prefix, scope: apiKey.scope.kind },
      }),
    );
    return { ...presentApiKey(apiKey), api_key: key };
  },
});

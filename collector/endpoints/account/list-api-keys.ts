import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { apiKeySchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ApiKeyStore } from '../../ports/accounts/api-keys.ts';
import { presentApiKey } from './present-api-key.ts';

export const listApiKeys = defineEndpoint({
  method: 'GET',
  path: '/api/account/api-keys',
  summary: 'List the keys of the account',
  description: 'Includes the keys of locations and resolvers.',
  family: 'Account',
  access: 'authenticated',
  response: z.object({ count: countInAnswer, api_keys: z.array(apiKeySchema) }),
  async run({ caller }, ports: { apiKeys: Pick<ApiKeyStore, 'list'> }) {
    const keys = await ports.apiKeys.list(caller.accountId);
    return { count: keys.length, api_keys: keys.map(presentApiKey) };
  },
});

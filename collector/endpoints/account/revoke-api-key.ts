import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ApiKeyStore } from '../../ports/accounts/api-keys.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

export const revokeApiKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/api-keys/{id}',
  summary: 'Revoke a key',
  description: 'The key stops working within seconds.',
  family: 'Account',
  access: 'authenticated',
  confirmed: true,
  // Ending what was stolen must not wait for the next day.
  metered: false,
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, revoked: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params, origin },
    ports: { apiKeys: Pick<ApiKeyStore, 'revoke'>; audit: Pick<AuditLog, 'record'> },
  ) {
    if (!(await ports.apiKeys.revoke(caller.accountId, params.id))) throw new NotFound('key');
    await ports.audit.record(act(caller, origin, { action: 'key_revoked', object: `key:${params.id}` }));
    return { id: params.id, revoked: true as const };
  },
});

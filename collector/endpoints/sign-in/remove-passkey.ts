import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { PasskeyStore } from '../../ports/accounts/passkeys.ts';
import { recordOwnAct } from './signed-in-caller.ts';

export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  summary: 'Remove a passkey',
  description:
    'Removes the passkey, which can no longer be used to sign in. Sessions that it started ' + 'continue.',
  family: 'Authentication',
  access: 'session',
  confirmed: true,
  metered: false,
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, removed: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params: { id }, origin },
    ports: { passkeys: Pick<PasskeyStore, 'remove'>; audit: Pick<AuditLog, 'record'> },
  ) {
    if (!(await ports.passkeys.remove(caller.personId, id))) throw new NotFound('passkey');
    await recordOwnAct(caller, origin, 'passkey_removed', ports.audit, { passkey: id });
    return { id, removed: true as const };
  },
});

import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { passkeyNameSchema, passkeySchema } from '@sonde/shared/schemas/people/passkey.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PasskeyStore } from '../../ports/accounts/passkeys.ts';
import { presentPasskey } from './signed-in-caller.ts';

export const renamePasskey = defineEndpoint({
  method: 'PUT',
  path: '/api/auth/passkeys/{id}',
  summary: 'Rename a passkey',
  family: 'Authentication',
  access: 'session',
  metered: false,
  params: z.object({ id: idSchema }),
  body: z.object({ name: passkeyNameSchema }),
  response: passkeySchema,
  errors: ['not_found'],
  async run({ caller, params, body }, ports: { passkeys: Pick<PasskeyStore, 'rename'> }) {
    const passkey = await ports.passkeys.rename(caller.personId, params.id, body.name);
    if (passkey === undefined) throw new NotFound('passkey');
    return presentPasskey(passkey);
  },
});

import { passkeySchema } from '@sonde/shared/schemas/passkey.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PasskeyStore } from '../../ports/accounts/passkeys.ts';
import type { SecondFactorStore } from '../../ports/accounts/second-factors.ts';
import { presentPasskey } from './signed-in-caller.ts';

export const getSignInMethods = defineEndpoint({
  method: 'GET',
  path: '/api/auth/sign-in-methods',
  summary: 'Show how one signs in',
  description: 'What the person who is signed in has besides a password.',
  family: 'Authentication',
  access: 'session',
  response: z.object({
    app: z
      .object({ since: timestampSchema, recovery_codes: z.int().min(0).describe('Codes that are left.') })
      .nullable()
      .describe('The authenticator app (TOTP) whose codes are asked for after the password.'),
    passkeys: z.array(passkeySchema),
  }),
  async run(
    { caller: { personId } },
    ports: { secondFactors: Pick<SecondFactorStore, 'find'>; passkeys: Pick<PasskeyStore, 'list'> },
  ) {
    const [{ appSince, recoveryCodes }, passkeys] = await Promise.all([
      ports.secondFactors.find(personId),
      ports.passkeys.list(personId),
    ]);
    return {
      app: appSince === null ? null : { since: appSince.toISOString(), recovery_codes: recoveryCodes },
      passkeys: passkeys.map(presentPasskey),
    };
  },
});

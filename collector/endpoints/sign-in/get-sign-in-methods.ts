import { idSchema } from '@sonde/shared/schemas/id.ts';
import { passkeySchema } from '@sonde/shared/schemas/people/passkey.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import type { PasskeyStore } from '../../ports/accounts/passkeys.ts';
import type { SecondFactorStore } from '../../ports/accounts/second-factors.ts';
import type { SingleSignOnStore } from '../../ports/accounts/single-sign-on.ts';
import { presentPasskey } from './signed-in-caller.ts';

export const getSignInMethods = defineEndpoint({
  method: 'GET',
  path: '/api/auth/sign-in-methods',
  summary: 'Show how one signs in',
  description: 'Returns the ways in which the signed-in person can sign in, besides the password.',
  family: 'Authentication',
  access: 'session',
  response: z.object({
    password: z.boolean().describe('Whether the person has a password.'),
    app: z
      .object({
        since: timestampSchema,
        recovery_codes: z.int().min(0).describe('Number of recovery codes that are left.'),
      })
      .nullable()
      .describe('The authenticator app (TOTP) that is asked for a code after the password.'),
    passkeys: z.array(passkeySchema),
    providers: z
      .array(z.object({ id: idSchema, handle: z.string(), name: z.string() }))
      .describe('Single sign-on providers that are linked to the person.'),
  }),
  async run(
    { caller: { accountId, personId } },
    ports: {
      secondFactors: Pick<SecondFactorStore, 'find'>;
      passkeys: Pick<PasskeyStore, 'list'>;
      credentials: Pick<CredentialStore, 'findMember'>;
      singleSignOn: Pick<SingleSignOnStore, 'identitiesOf'>;
    },
  ) {
    const [{ appSince, recoveryCodes }, passkeys, member, identities] = await Promise.all([
      ports.secondFactors.find(personId),
      ports.passkeys.list(personId),
      ports.credentials.findMember(accountId, personId),
      ports.singleSignOn.identitiesOf(personId),
    ]);
    return {
      password: member?.passwordHash != null,
      app: appSince === null ? null : { since: appSince.toISOString(), recovery_codes: recoveryCodes },
      passkeys: passkeys.map(presentPasskey),
      providers: identities.map(({ provider: { settings }, user }) => ({
        id: user.id,
        handle: settings.handle,
        name: settings.name,
      })),
    };
  },
});

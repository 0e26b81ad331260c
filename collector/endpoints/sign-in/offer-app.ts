import { NotFound } from '@sonde/shared/errors.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import { offerApp as offer } from '../../domain/people/second-factor/authenticator-app.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import type { SecondFactorStore } from '../../ports/accounts/second-factors.ts';

export const offerApp = defineEndpoint({
  method: 'POST',
  path: '/api/auth/totp',
  summary: 'Begin with an authenticator app',
  description:
    'Creates a secret for the app. The app becomes active only after one of its codes is ' +
    'confirmed. Until then, an earlier app stays active.',
  family: 'Authentication',
  access: 'session',
  confirmed: true,
  metered: false,
  response: z.object({
    secret: z.string().describe('The secret in base32, for typing.'),
    url: z.string().describe('An `otpauth:` URL, for a QR code.'),
  }),
  errors: ['not_found'],
  async run(
    { caller },
    ports: {
      secondFactors: Pick<SecondFactorStore, 'offer'>;
      credentials: Pick<CredentialStore, 'findMember'>;
      random: Random;
    },
  ) {
    const member = await ports.credentials.findMember(caller.accountId, caller.personId);
    if (member === undefined) throw new NotFound('person');
    return offer(member.person, ports);
  },
});

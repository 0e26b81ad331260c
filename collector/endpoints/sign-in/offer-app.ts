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
    'Makes a secret for the app. It counts for nothing before a code of it is confirmed; an app that is in force stays so ' +
    'until then.',
  family: 'Authentication',
  access: 'session',
  confirmed: true,
  metered: false,
  response: z.object({
    secret: z.string().describe('In base32, to be typed.'),
    url: z.string().describe('`otpauth:`, to be shown as a QR code.'),
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

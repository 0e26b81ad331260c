import { providerHandleSchema } from '@sonde/shared/schemas/people/sso.ts';
import { z } from 'zod';
import { setOutToLink } from '../../domain/people/single-sign-on/sign-in.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { journeySchema } from './begin-sso-session.ts';

export const beginLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sso/link',
  summary: 'Begin to link a provider',
  description:
    'Starts to link a provider, for signing in with it from then on. The provider must be that of ' +
    "the person's own account, or one that administrators set up. A person who is a member of " +
    'several accounts cannot link the provider of a single account.',
  family: 'Single sign-on',
  access: 'session',
  confirmed: true,
  metered: false,
  body: z.object({ provider: providerHandleSchema }),
  response: journeySchema,
  errors: ['not_found', 'conflict', 'upstream_failed', 'wrong_credentials'],
  run({ caller, body, origin: { site } }, ports: Parameters<typeof setOutToLink>[2]) {
    return setOutToLink(caller, { handle: body.provider, site }, ports);
  },
});

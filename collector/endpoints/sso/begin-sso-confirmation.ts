import { setOutToConfirm } from '../../domain/people/single-sign-on/sign-in.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { journeySchema } from './begin-sso-session.ts';

export const beginSsoConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session/confirm/sso',
  summary: 'Begin to confirm who is signed in by a provider',
  description:
    'Asks the provider to authenticate the person again (`prompt=login`, `max_age=0`), even if ' +
    'the person is signed in there.',
  family: 'Single sign-on',
  access: 'session',
  metered: false,
  response: journeySchema,
  errors: ['not_found', 'conflict', 'upstream_failed', 'wrong_credentials'],
  run({ caller, origin }, ports: Parameters<typeof setOutToConfirm>[2]) {
    return setOutToConfirm(caller, origin.site, ports);
  },
});

import { InvalidInput } from '@sonde/shared/errors.ts';
import { providerHandleSchema } from '@sonde/shared/schemas/people/sso.ts';
import { z } from 'zod';
import { type LogOutPorts, logOutByProvider as logOut } from '../../domain/people/single-sign-on/log-out.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { rawBody } from '../../http/raw-body.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

export const logOutByProvider = defineEndpoint({
  method: 'POST',
  path: '/api/v2/sso/backchannel-logout/{handle}',
  summary: 'Take a provider’s word that somebody signed out',
  description:
    'Implements OpenID Connect Back-Channel Logout. Sessions that began with the provider end at ' +
    'once on every collector. The form has a `logout_token`, which works once.',
  family: 'Single sign-on',
  access: 'public',
  params: z.object({ handle: providerHandleSchema }),
  body: rawBody({
    contentTypes: ['application/x-www-form-urlencoded'],
    maxBytes: 32_768,
    schemas: {
      'application/x-www-form-urlencoded': z
        .string()
        .meta({ examples: ['logout_token=eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl'] }),
    },
  }),
  response: z.object({ ended: z.int().min(0) }),
  errors: ['not_found', 'upstream_failed'],
  async run(
    { params: { handle }, body, origin },
    ports: LogOutPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const tokens = new URLSearchParams((await body.read()).toString()).getAll('logout_token');
    const [token] = tokens;
    if (token === undefined || tokens.length > 1) throw new InvalidInput('logout_token', 'is sent once');
    const { address, requestId } = origin;
    const { provider, ended } = await logOut({ handle, token, address }, ports);
    const { accountId } = provider;
    await ports.audit.record({
      accountId,
      keyId: null,
      address,
      requestId,
      action: 'signed_out_by_provider',
      object: `account:${accountId}`,
      details: { ended },
    });
    return { ended };
  },
});

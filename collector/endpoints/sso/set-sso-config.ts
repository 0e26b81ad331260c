import { ssoConfigSchema, ssoSettingsSchema } from '@sonde/shared/schemas/people/sso.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { type ConfigurePorts, configureProvider } from '../../domain/people/single-sign-on/configure.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { ordinaryJson } from '../../http/json-limits.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { SitePorts } from '../sign-in/offer-passkey.ts';
import { presentSso } from './present-sso.ts';

export const setSsoConfig = defineEndpoint({
  method: 'PUT',
  path: '/api/v2/sso/config',
  summary: 'Set up single sign-on',
  description:
    'Sets up an OpenID Connect provider with which members of the account can sign in. Passwords ' +
    "and passkeys still work. The collector fetches the provider's discovery document, and the " +
    'provider must answer. Secrets are stored encrypted; a secret that is absent stays. For a ' +
    'provider in a private network, set `SONDE_ALLOWED_NETWORKS`.',
  family: 'Single sign-on',
  access: 'enterprise',
  needs: 'owner',
  confirmed: true,
  jsonLimits: { ...ordinaryJson, bytes: 192 * 1024 },
  body: z.object({
    ...ssoSettingsSchema.shape,
    secret: z
      .string()
      .min(1)
      .max(16_384)
      .nullish()
      .describe(
        'The client secret, or the private key in PEM (PKCS #8) for `private_key_jwt`. Null removes it.',
      ),
  }),
  response: ssoConfigSchema,
  errors: ['conflict', 'forbidden', 'upstream_failed'],
  async run(
    { caller, body, origin },
    ports: ConfigurePorts & SitePorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const { secret, ...settings } = body;
    const { accountId, administrator } = caller;
    const provider = await configureProvider({ accountId, administrator, settings, secret }, ports);
    await ports.audit.record(
      act(caller, origin, {
        action: 'sso_configured',
        object: `account:${accountId}`,
        details: { ...settings, secret: secret === undefined ? 'kept' : secret === null ? 'removed' : 'set' },
      }),
    );
    return presentSso(provider, ports.publicUrl ?? origin.site);
  },
});

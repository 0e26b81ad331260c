import type { ssoConfigSchema } from '@sonde/shared/schemas/people/sso.ts';
import type { z } from 'zod';
import type { SsoProvider } from '../../ports/accounts/single-sign-on.ts';

/** Presents the configuration as the API shows it. `site`: the dashboard's address; null if nobody knows it. */
export function presentSso(
  provider: SsoProvider | undefined,
  site: string | null,
): z.input<typeof ssoConfigSchema> {
  const base = site?.replace(/\/$/, '') ?? null;
  const handle = provider?.settings.handle;
  const under = (path: string) => (base === null ? null : `${base}${path}`);
  return {
    configured: provider !== undefined,
    source: provider?.source ?? null,
    settings: provider?.settings ?? null,
    has_secret: provider !== undefined && provider.sealedSecret !== null,
    changed_at: provider?.changedAt.toISOString() ?? null,
    redirect_uri: under('/sso'),
    backchannel_logout_uri: handle === undefined ? null : under(`/api/v2/sso/backchannel-logout/${handle}`),
    sign_in_url: handle === undefined ? null : under(`/?organization=${handle}`),
    protocols: { openid_connect: 'supported', saml: 'unsupported', scim: 'supported' },
  };
}

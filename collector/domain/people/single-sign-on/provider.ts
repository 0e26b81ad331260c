import { Conflict, NotFound, UpstreamFailed } from '@sonde/shared/errors.ts';
import type { SsoProvider } from '../../../ports/accounts/single-sign-on.ts';
import type { OpenIdProvider } from '../../../ports/system/open-id.ts';
import type { SecretBox } from '../access/secret-box.ts';

/** Names a provider's secret for sealing: no other account can make use of it. */
export function secretName(accountId: number): string {
  return `sso provider of account ${accountId}`;
}

/** Prepares a provider to be asked. Throws if its secret was sealed with another installation's. */
export function openIdProvider(
  { accountId, settings, sealedSecret }: SsoProvider,
  secrets: Pick<SecretBox, 'open'>,
): OpenIdProvider {
  const { issuer, client_id, client_authentication, key_id, scopes } = settings;
  const secret = sealedSecret === null ? null : secrets.open(secretName(accountId), sealedSecret);
  if (secret === undefined) {
    throw new UpstreamFailed('The secret of the provider can not be read: it has to be set again.');
  }
  return { issuer, client_id, client_authentication, key_id, scopes, secret };
}

/** Gives a provider that may be used. Throws NotFound. */
export function usable(provider: SsoProvider | undefined): SsoProvider {
  if (provider?.settings.enabled !== true) throw new NotFound('provider');
  return provider;
}

/**
 * Gives the URL that a provider sends people back to: a page of the dashboard. Providers take none that was not
 * registered with them.
 */
export function redirectUri(site: string | null, publicUrl: string | undefined): string {
  const base = publicUrl ?? site;
  if (base === null)
    throw new Conflict('The request does not say at which address the dashboard was opened.');
  return `${base.replace(/\/$/, '')}/sso`;
}

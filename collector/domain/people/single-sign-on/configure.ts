import { Conflict, DomainError, InvalidInput } from '@sonde/shared/errors.ts';
import type { SsoSettings } from '@sonde/shared/schemas/people/sso.ts';
import type { SingleSignOnStore, SsoProvider } from '../../../ports/accounts/single-sign-on.ts';
import type { OpenIdClient } from '../../../ports/system/open-id.ts';
import type { SecretBox } from '../access/secret-box.ts';
import { openIdProvider, secretName } from './provider.ts';

export interface ConfigurePorts {
  readonly singleSignOn: Pick<SingleSignOnStore, 'find' | 'save'>;
  readonly secrets: Pick<SecretBox, 'open' | 'seal'>;
  readonly openId: Pick<OpenIdClient, 'discover'>;
}

export interface WantedProvider {
  readonly accountId: number;
  readonly administrator: boolean;
  readonly settings: SsoSettings;
  /** Undefined leaves it as it is; null takes it away. */
  readonly secret: string | null | undefined;
}

/** Sets up an account's provider. It has to answer: what is saved is known to be one. */
export async function configureProvider(wanted: WantedProvider, ports: ConfigurePorts): Promise<SsoProvider> {
  const { accountId, administrator, settings } = wanted;
  const before = await ports.singleSignOn.find(accountId);
  if (before?.source === 'settings') throw fromSettings();
  checkReach(settings, administrator);
  const sealedSecret = sealOf(wanted, before, ports.secrets);
  if (settings.client_authentication !== 'none' && sealedSecret === null) {
    throw new InvalidInput('secret', 'This way of authenticating the client needs a secret.');
  }
  if (settings.enabled) {
    const provider = {
      accountId,
      administrator,
      source: 'api',
      settings,
      sealedSecret,
      changedAt: new Date(0),
    } as const;
    await ports.openId.discover(openIdProvider(provider, ports.secrets));
  }
  const saved = await ports.singleSignOn.save({ accountId, source: 'api', settings, sealedSecret });
  if (saved === 'taken') throw new Conflict('This handle is another account’s: choose another.');
  return saved;
}

/** Lets only an administrator grant what reaches beyond the account. */
function checkReach({ accounts, tiers }: SsoSettings, administrator: boolean): void {
  if (administrator || (accounts === 'joined' && tiers.length === 0)) return;
  throw new DomainError('forbidden', 'Accounts of their own, and tiers, are for administrators to give.');
}

function sealOf(
  { accountId, settings, secret }: WantedProvider,
  before: SsoProvider | undefined,
  secrets: Pick<SecretBox, 'seal'>,
): string | null {
  if (secret === null) return null;
  if (secret !== undefined) return secrets.seal(secretName(accountId), secret);
  if (before === undefined || before.sealedSecret === null) return null;
  // Else whoever may change the configuration could have the secret sent to an address of his own.
  if (before.settings.issuer !== settings.issuer) {
    throw new InvalidInput('secret', 'Another provider needs its own secret: send it along.');
  }
  return before.sealedSecret;
}

export function fromSettings(): Conflict {
  return new Conflict('The collector’s settings say which provider this account has: change them there.');
}

import { ssoSettingsSchema } from '@sonde/shared/schemas/people/sso.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Config } from '../config/settings.ts';
import type { SecretBox } from '../domain/people/access/secret-box.ts';
import { secretName } from '../domain/people/single-sign-on/provider.ts';
import type { SingleSignOnStore } from '../ports/accounts/single-sign-on.ts';

type SsoConfig = Pick<
  Config,
  | 'ssoIssuer'
  | 'ssoClientId'
  | 'ssoClientSecret'
  | 'ssoClientAuthentication'
  | 'ssoName'
  | 'ssoHandle'
  | 'ssoDomains'
  | 'ssoRoleClaim'
  | 'ssoRoles'
  | 'ssoDefaultRole'
>;

/**
 * Gives the administrator's account the provider that the settings name, and takes away one that they named before. The
 * provider is not asked: a collector starts whether it is there or not, and a setting that does not fit is told of and left out.
 */
export async function provideSso(
  config: SsoConfig,
  accountId: number,
  ports: {
    readonly singleSignOn: Pick<SingleSignOnStore, 'save' | 'removeFromSettings'>;
    readonly secrets: Pick<SecretBox, 'seal'>;
    readonly log: Pick<Log, 'warn'>;
  },
): Promise<void> {
  await ports.singleSignOn.removeFromSettings();
  if (config.ssoIssuer === undefined) return;
  const settings = ssoSettingsSchema.safeParse({
    handle: config.ssoHandle,
    name: config.ssoName,
    issuer: config.ssoIssuer,
    client_id: config.ssoClientId,
    client_authentication: config.ssoClientAuthentication,
    domains: config.ssoDomains,
    role_claim: config.ssoRoleClaim ?? null,
    roles: config.ssoRoles,
    default_role: config.ssoDefaultRole === 'none' ? null : config.ssoDefaultRole,
  });
  if (!settings.success) {
    const [issue] = settings.error.issues;
    ports.log.warn(
      { member: issue?.path.join('.') },
      `single sign-on is off: ${issue?.message ?? 'a setting does not fit'}`,
    );
    return;
  }
  const secret = config.ssoClientSecret;
  const saved = await ports.singleSignOn.save({
    accountId,
    source: 'settings',
    settings: settings.data,
    sealedSecret: secret === undefined ? null : ports.secrets.seal(secretName(accountId), secret),
  });
  if (saved === 'taken') ports.log.warn({}, 'single sign-on is off: the handle is that of another account');
}

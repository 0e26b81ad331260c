import { roleSchema } from '@sonde/shared/schemas/people/account.ts';
import {
  clientAuthentications,
  issuerSchema,
  providerHandleSchema,
} from '@sonde/shared/schemas/people/sso.ts';
import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { list, readBy, text } from '@sonde/shared/settings/setting-types.ts';

const issuer = readBy(
  'an https address without query and fragment',
  (value) => issuerSchema.safeParse(value).data,
);
const handle = readBy(
  'lower-case letters, digits and hyphens',
  (value) => providerHandleSchema.safeParse(value).data,
);
const authentication = readBy(clientAuthentications.map((word) => `\`${word}\``).join(', '), (value) =>
  clientAuthentications.find((word) => word === value),
);
const roleOfValue = readBy('VALUE=ROLE, such as `dns-team=analyst`', (value) => {
  const [, name, word] = /^(.+)=(\w+)$/.exec(value.trim()) ?? [];
  const role = roleSchema.options.find((one) => one === word);
  return name === undefined || role === undefined ? undefined : { value: name, role };
});
const defaultRole = readBy('`viewer`, `auditor`, `analyst` or `none`', (value) =>
  value === 'viewer' || value === 'auditor' || value === 'analyst' || value === 'none' ? value : undefined,
);

/** Single sign-on settings name the provider that the administrator's account signs in by. */
export const ssoSettings = settingsAbout('Single sign-on', 'SONDE_', {
  ssoIssuer: optional(issuer, {
    env: 'SONDE_SSO_ISSUER',
    flag: '--sso-issuer',
    placeholder: 'URL',
    help: "The issuer of the provider (OpenID Connect) that the administrator's account signs in by; the API has its say if absent. One in a private network needs SONDE_ALLOWED_NETWORKS.",
  }),
  ssoClientId: setting(text, 'sonde', {
    env: 'SONDE_SSO_CLIENT_ID',
    flag: '--sso-client-id',
    placeholder: 'ID',
    help: 'What the provider calls this collector.',
  }),
  ssoClientSecret: optional(text, {
    env: 'SONDE_SSO_CLIENT_SECRET',
    flag: '--sso-client-secret',
    placeholder: 'SECRET',
    help: 'The secret of the client; its private key in PEM for private_key_jwt.',
    secret: 'all',
  }),
  ssoClientAuthentication: setting(authentication, 'client_secret_basic', {
    env: 'SONDE_SSO_CLIENT_AUTHENTICATION',
    flag: '--sso-client-authentication',
    placeholder: 'WAY',
    help: 'How the client proves to the provider what it is.',
  }),
  ssoName: setting(text, 'single sign-on', {
    env: 'SONDE_SSO_NAME',
    flag: '--sso-name',
    placeholder: 'NAME',
    help: 'The name on the button: Sign in with NAME.',
  }),
  ssoHandle: setting(handle, 'provider', {
    env: 'SONDE_SSO_HANDLE',
    flag: '--sso-handle',
    placeholder: 'HANDLE',
    help: 'What the provider is called in addresses.',
  }),
  ssoDomains: setting(list(text), '', {
    env: 'SONDE_SSO_DOMAINS',
    flag: '--sso-domains',
    placeholder: 'DOMAINS',
    help: 'Domains of the verified e-mail addresses that may sign in; all if empty.',
  }),
  ssoRoleClaim: optional(text, {
    env: 'SONDE_SSO_ROLE_CLAIM',
    flag: '--sso-role-claim',
    placeholder: 'CLAIM',
    help: 'The claim that roles follow from, such as groups or realm_access.roles.',
  }),
  ssoRoles: setting(list(roleOfValue), '', {
    env: 'SONDE_SSO_ROLES',
    flag: '--sso-roles',
    placeholder: 'ROLES',
    help: 'What values of that claim mean, as VALUE=ROLE with commas between them.',
  }),
  ssoDefaultRole: setting(defaultRole, 'viewer', {
    env: 'SONDE_SSO_DEFAULT_ROLE',
    flag: '--sso-default-role',
    placeholder: 'ROLE',
    help: 'The role of everybody else; none refuses them.',
  }),
});

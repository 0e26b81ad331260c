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
    help: "The issuer of the OpenID Connect provider by which the administrator's account signs in. Without it, the API configures the provider. A provider in a private network needs SONDE_ALLOWED_NETWORKS.",
  }),
  ssoClientId: setting(text, 'sonde', {
    env: 'SONDE_SSO_CLIENT_ID',
    flag: '--sso-client-id',
    placeholder: 'ID',
    help: 'The id of this collector as a client of the provider.',
  }),
  ssoClientSecret: optional(text, {
    env: 'SONDE_SSO_CLIENT_SECRET',
    flag: '--sso-client-secret',
    placeholder: 'SECRET',
    help: 'The secret of the client. For private_key_jwt, its private key in PEM.',
    secret: 'all',
  }),
  ssoClientAuthentication: setting(authentication, 'client_secret_basic', {
    env: 'SONDE_SSO_CLIENT_AUTHENTICATION',
    flag: '--sso-client-authentication',
    placeholder: 'WAY',
    help: 'How the client authenticates to the provider.',
  }),
  ssoName: setting(text, 'single sign-on', {
    env: 'SONDE_SSO_NAME',
    flag: '--sso-name',
    placeholder: 'NAME',
    help: 'The name on the sign-in button: Sign in with NAME.',
  }),
  ssoHandle: setting(handle, 'provider', {
    env: 'SONDE_SSO_HANDLE',
    flag: '--sso-handle',
    placeholder: 'HANDLE',
    help: 'The name of the provider in addresses.',
  }),
  ssoDomains: setting(list(text), '', {
    env: 'SONDE_SSO_DOMAINS',
    flag: '--sso-domains',
    placeholder: 'DOMAINS',
    help: 'The domains of the verified e-mail addresses that can sign in. If empty, all domains can.',
  }),
  ssoRoleClaim: optional(text, {
    env: 'SONDE_SSO_ROLE_CLAIM',
    flag: '--sso-role-claim',
    placeholder: 'CLAIM',
    help: 'The claim that determines roles, such as groups or realm_access.roles.',
  }),
  ssoRoles: setting(list(roleOfValue), '', {
    env: 'SONDE_SSO_ROLES',
    flag: '--sso-roles',
    placeholder: 'ROLES',
    help: 'The roles for values of this claim, as VALUE=ROLE separated by commas.',
  }),
  ssoDefaultRole: setting(defaultRole, 'viewer', {
    env: 'SONDE_SSO_DEFAULT_ROLE',
    flag: '--sso-default-role',
    placeholder: 'ROLE',
    help: 'The role of everybody else. `none` refuses them.',
  }),
});

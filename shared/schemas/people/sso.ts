import { z } from 'zod';
import { timestampSchema } from '../timestamp.ts';
import { tierSchema } from './account.ts';

const word = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'must not have control characters');

/** A provider handle is the name of a provider in addresses: `acme`. */
export const providerHandleSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'has lower-case letters, digits and hyphens, 63 at most')
  .describe('The name of the provider in URLs.')
  .meta({ examples: ['acme'] });

const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a domain such as example.com');

/**
 * An issuer is a URL without query and fragment (OpenID Connect Discovery 1.0). Plain HTTP is for providers on this
 * machine.
 */
export const issuerSchema = z
  .url()
  .max(1_000)
  .refine(isIssuer, 'must be an https address without query and fragment; http is for localhost alone')
  .describe('The issuer, exactly as in the discovery document of the provider.')
  .meta({ examples: ['https://id.example.com'] });

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || /[?#]/.test(text) || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export const clientAuthentications = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const;

const claimSchema = word(200).describe(
  'A claim, or a path of claims with dots, such as `realm_access.roles`.',
);
const most = { values: 200, domains: 200 };

/** Roles that a provider may give: whoever is an owner by it is one by a value that the configuration names. */
const givenRoleSchema = z.enum(['owner', 'administrator', 'analyst', 'auditor', 'viewer']);

/** The single sign-on settings describe an account's provider, without the secret. */
export const ssoSettingsSchema = z.object({
  enabled: z.boolean().default(true),
  handle: providerHandleSchema,
  name: word(60)
    .describe('The name on the button "Sign in with ...".')
    .meta({ examples: ['Acme'] }),
  issuer: issuerSchema,
  client_id: word(500).meta({ examples: ['sonde'] }),
  client_authentication: z.enum(clientAuthentications).default('client_secret_basic'),
  key_id: word(200).nullable().default(null).describe('Id of the key for `private_key_jwt`.'),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'must be a scope'))
    .max(20)
    .default(['openid', 'email', 'profile']),
  domains: z
    .array(domainSchema)
    .max(most.domains)
    .default([])
    .describe(
      'Domains of the e-mail addresses that can sign in. The provider must report the address as ' +
        'verified. Empty means all domains.',
    ),
  role_claim: claimSchema.nullable().default(null),
  roles: z
    .array(z.object({ value: word(200), role: givenRoleSchema }))
    .max(most.values)
    .default([])
    .describe('Maps values of the claim to roles. The highest role applies.'),
  default_role: z
    .enum(['analyst', 'auditor', 'viewer'])
    .nullable()
    .default('viewer')
    .describe('Role of people for whom no value of the claim maps to a role; null refuses them.'),
  just_in_time: z
    .boolean()
    .default(true)
    .describe(
      'Whether the first sign-in of a person creates the member. If false, the person must be ' +
        'provisioned first or link the provider.',
    ),
  accounts: z
    .enum(['joined', 'own'])
    .default('joined')
    .describe(
      'Whether new people become members of this account, or each get an account of their own. Only ' +
        'an administrator can choose an account of their own.',
    ),
  tier_claim: claimSchema.nullable().default(null),
  tiers: z
    .array(z.object({ value: word(200), tier: tierSchema }))
    .max(most.values)
    .default([])
    .describe('For accounts of their own: maps values of the claim to tiers. The highest tier applies.'),
});
export type SsoSettings = z.output<typeof ssoSettingsSchema>;

/** The single sign-on configuration is shown by the API without a secret. */
export const ssoConfigSchema = z
  .object({
    configured: z.boolean(),
    source: z
      .enum(['api', 'settings'])
      .nullable()
      .describe('Whether this configuration comes from the API or from the settings of the collector.'),
    settings: ssoSettingsSchema.nullable(),
    has_secret: z.boolean(),
    changed_at: timestampSchema.nullable(),
    redirect_uri: z.string().nullable().describe('Register this URI with the provider.'),
    backchannel_logout_uri: z.string().nullable().describe('Register this URI with the provider.'),
    sign_in_url: z.string().nullable().describe('The page on which members find the sign-in button.'),
    protocols: z.object({
      openid_connect: z.literal('supported'),
      saml: z.literal('unsupported'),
      scim: z.literal('supported'),
    }),
  })
  .meta({ id: 'SsoConfig' });

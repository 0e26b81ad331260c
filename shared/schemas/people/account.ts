import { z } from 'zod';
import { idSchema } from '../id.ts';
import { timestampSchema } from '../timestamp.ts';

/** A tier sets the features of an account; each includes those before it. */
export const tierSchema = z.enum([
  'free',
  'essentials',
  'professional',
  'research',
  'commercial',
  'enterprise',
]);

/** An e-mail address is converted to lower case. RFC 5321 section 4.5.3.1.3 allows 254 characters. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email().max(254))
  .meta({ examples: ['someone@example.com'], format: 'email' });

/** A password is counted in characters, as JSON Schema does, and not in the units that JavaScript stores them in. */
export const passwordSchema = z
  .string()
  .refine((text) => text.length <= 2 * 128 && inBounds([...text].length), 'must have 8 to 128 characters')
  .meta({ minLength: 8, maxLength: 128, examples: ['correct horse battery staple'] });

/** A typed password is compared with the one that somebody has, whatever rules that was made by. */
export const typedPasswordSchema = z
  .string()
  .max(1_024)
  .meta({ examples: ['correct horse battery staple'] });

function inBounds(characters: number): boolean {
  return characters >= 8 && characters <= 128;
}

/** Names are for people; control characters are not. */
export const personNameSchema = z
  .string()
  .trim()
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must not have control characters');

/** A user is an account as its owner sees it. */
export const userSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    tier: tierSchema,
    administrator: z.boolean(),
    created_at: timestampSchema,
  })
  .meta({ id: 'User' });

/** A role sets the rights of a member in an account, from the most to the least. */
export const roleSchema = z
  .enum(['owner', 'administrator', 'analyst', 'auditor', 'viewer'])
  .describe(
    '`owner` can do everything that the account can. `administrator` can do the same, except for ' +
      'owners, single sign-on and the account itself. `analyst` works on threats, exclusions and ' +
      'policy. `viewer` can only read. `auditor` can read everything that `viewer` can, and the ' +
      'audit log.',
  );

/** The key bounds narrow a key beside its role. */
export const keyBoundsSchema = z.object({
  families: z
    .array(z.string())
    .nullable()
    .describe(
      'Families of operations that the key can call, named as in the documentation; all families if null.',
    ),
  location_ids: z
    .array(idSchema)
    .nullable()
    .describe(
      'Locations that the key can read; all locations if null. A key with this limit can call only ' +
        'operations about one location.',
    ),
  networks: z
    .array(z.string())
    .nullable()
    .describe('Networks from which requests are accepted, in CIDR notation; any network if null.'),
  read_only: z.boolean().describe('Whether the key can only read.'),
});

/** An API key is shown to its owner later without the key itself, which is shown once, when it is made. */
export const apiKeySchema = z
  .object({
    id: idSchema,
    label: z.string(),
    prefix: z.string().describe('The first characters of the key.'),
    scope: z.enum(['account', 'location', 'resolver', 'admin', 'provisioning']),
    role: roleSchema,
    expires_at: timestampSchema.nullable(),
    ...keyBoundsSchema.shape,
    location_id: idSchema.nullable(),
    resolver_id: idSchema.nullable(),
    created_at: timestampSchema,
    last_used_at: timestampSchema.nullable(),
  })
  .meta({ id: 'ApiKey' });

/** A member is a person who signs in, in the account that the credential is for. */
export const memberSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    role: roleSchema,
  })
  .meta({ id: 'Member' });

/** A session belongs to a person who is signed in with a browser. */
export const sessionSchema = z
  .object({
    id: idSchema,
    person: z.object({ id: idSchema, email: z.string() }),
    current: z.boolean().describe('Whether this is the session of the request.'),
    created_at: timestampSchema,
    last_used_at: timestampSchema.describe('Last use, precise to the minute.'),
    expires_at: timestampSchema.describe('The latest time at which the session ends.'),
    address: z.string().describe('The address from which the session was started.'),
    user_agent: z.string().nullable().describe('The User-Agent header of the browser.'),
  })
  .meta({ id: 'Session' });

/** An account member is a member as the other members of the account see it. */
export const accountMemberSchema = z
  .object({
    ...memberSchema.shape,
    since: timestampSchema,
    has_password: z.boolean().describe('False until the member has set a password.'),
    link_expires_at: timestampSchema
      .nullable()
      .describe("When the member's setup link expires; null if there is no valid link."),
  })
  .meta({ id: 'AccountMember' });

import { z } from 'zod';

/** The user schema URI is defined in RFC 7643 section 4.1. */
export const userSchemaUri = 'urn:ietf:params:scim:schemas:core:2.0:User';
/** The list schema URI is defined in RFC 7644 section 3.4.2. */
export const listSchemaUri = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
/** The error schema URI is defined in RFC 7644 section 3.12. */
export const errorSchemaUri = 'urn:ietf:params:scim:api:messages:2.0:Error';

const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u, 'must not have control characters');

/** Some providers write it as a word. */
const truth = z
  .union([z.boolean(), z.string().regex(/^(?:true|false)$/i)])
  .transform((value) => String(value).toLowerCase() === 'true');

/** A SCIM user body holds the fields of a user that are read; other fields are ignored. */
export const scimUserBody = z.object({
  schemas: z.array(z.string().max(200)).max(20).optional(),
  userName: text(254)
    .min(1)
    .meta({ examples: ['ada@example.com'] }),
  externalId: text(500).nullish(),
  name: z.object({ givenName: text(100).nullish(), familyName: text(100).nullish() }).nullish(),
  active: truth.optional(),
});

/** A SCIM patch body has the form of RFC 7644 section 3.5.2. */
export const scimPatchBody = z.object({
  schemas: z.array(z.string().max(200)).max(20).optional(),
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .regex(/^(?:add|replace|remove)$/, 'must be add, replace or remove'),
        path: z.string().max(200).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(50)
    .meta({ examples: [[{ op: 'replace', path: 'active', value: false }]] }),
});

/** A SCIM user is a user as RFC 7643 has it. */
export const scimUserSchema = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    userName: z.string(),
    externalId: z.string().optional(),
    name: z.object({ givenName: z.string().optional(), familyName: z.string().optional() }).optional(),
    active: z.boolean(),
    meta: z.object({
      resourceType: z.literal('User'),
      created: z.string(),
      lastModified: z.string(),
      location: z.string(),
    }),
  })
  .meta({ id: 'ScimUser' });

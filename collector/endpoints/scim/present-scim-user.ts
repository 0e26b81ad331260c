import { type scimUserBody, type scimUserSchema, userSchemaUri } from '@sonde/shared/schemas/people/scim.ts';
import { z } from 'zod';
import type { ProvisionedFacts } from '../../ports/accounts/provisioned-users.ts';
import type { SsoUser } from '../../ports/accounts/single-sign-on.ts';

/** A user's id is a decimal number here; SCIM calls it a text. */
export const scimUserParams = z.object({
  user_id: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ examples: [1] }),
});

/** All operations of SCIM share these parts. */
export const scimOperation = {
  family: 'Provisioning (SCIM)',
  access: 'provisioning',
  dialect: 'scim',
} as const;

/** Presents a user as RFC 7643 writes one. */
export function presentScimUser(user: SsoUser): z.input<typeof scimUserSchema> {
  const { firstName, lastName, externalId } = user;
  const hasName = firstName !== null || lastName !== null;
  return {
    schemas: [userSchemaUri],
    id: String(user.id),
    userName: user.userName,
    ...(externalId === null ? {} : { externalId }),
    ...(hasName
      ? {
          name: {
            ...(firstName === null ? {} : { givenName: firstName }),
            ...(lastName === null ? {} : { familyName: lastName }),
          },
        }
      : {}),
    active: user.active,
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.changedAt.toISOString(),
      location: `/api/v2/scim/Users/${user.id}`,
    },
  };
}

/** Takes the facts to keep from a user that a provider sends. */
export function factsOf(
  { userName, externalId, name, active }: z.output<typeof scimUserBody>,
  before: { readonly active: boolean } = { active: true },
): ProvisionedFacts {
  return {
    userName,
    externalId: externalId || null,
    firstName: name?.givenName || null,
    lastName: name?.familyName || null,
    // Whoever was put out stays out where nothing is said of it.
    active: active ?? before.active,
  };
}

/** Makes the audit entry of a provider's key. */
export function scimAct(
  { accountId, keyId }: { accountId: number; keyId: number },
  { address, requestId }: { address: string; requestId: string },
  action: string,
  { id, userName, active }: Pick<SsoUser, 'id' | 'userName' | 'active'>,
) {
  const object = `sso_user:${id}`;
  return { accountId, keyId, address, requestId, action, object, details: { user_name: userName, active } };
}

import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { HeldPolicy, Resolver } from '../../ports/resolvers/resolvers.ts';

const heldPolicySchema = z
  .object({
    version: z.int().describe('The version in force on the resolver, as it told last.'),
    held_since: timestampSchema.describe('When it told of this version first.'),
    told_at: timestampSchema.describe('When it told last; to the minute.'),
    behind_since: timestampSchema
      .nullable()
      .describe('When the first version came that it does not hold; null if it holds the latest.'),
    serial: z.int().nullable().describe('Of the policy zone as the resolver is given it; null if not told.'),
    went_back_from: z
      .int()
      .nullable()
      .describe('The version that it went back from by itself or when told to, and takes no more.'),
    rules_not_enforced: z.int().min(0).nullable().describe('Rules that this resolver cannot be told of.'),
  })
  .meta({ id: 'HeldPolicy' });

export const resolverEntrySchema = z.object({
  resolver_id: idSchema,
  resolver_name: z.string(),
  location: z.string(),
  location_id: idSchema.nullable(),
  modules_enabled: z.array(z.string()),
  created_at: timestampSchema,
  last_seen: timestampSchema.nullable(),
  policy: heldPolicySchema.nullable().describe('Null if it never told which policy it holds.'),
});

/** Presents a resolver as the API shows it. */
export function presentResolver(resolver: Resolver): z.input<typeof resolverEntrySchema> {
  return {
    resolver_id: resolver.id,
    resolver_name: resolver.name,
    location: resolver.place,
    location_id: resolver.locationId,
    modules_enabled: [...resolver.modules],
    created_at: resolver.createdAt.toISOString(),
    last_seen: resolver.lastSeenAt?.toISOString() ?? null,
    policy: resolver.policy && presentPolicy(resolver.policy),
  };
}

function presentPolicy(policy: HeldPolicy): z.input<typeof heldPolicySchema> {
  return {
    version: policy.version,
    held_since: policy.heldSince.toISOString(),
    told_at: policy.toldAt.toISOString(),
    behind_since: policy.behindSince?.toISOString() ?? null,
    serial: policy.serial,
    went_back_from: policy.refusedVersion,
    rules_not_enforced: policy.notEnforced,
  };
}

import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { HeldPolicy, Resolver } from '../../ports/resolvers/resolvers.ts';

const heldPolicySchema = z
  .object({
    version: z.int().describe('The version in force on the resolver, by its last report.'),
    held_since: timestampSchema.describe('When the resolver first reported this version.'),
    told_at: timestampSchema.describe('Time of the last report, precise to the minute.'),
    behind_since: timestampSchema
      .nullable()
      .describe(
        'Time of the first version that the resolver does not have yet; null if it has the latest version.',
      ),
    serial: z
      .int()
      .nullable()
      .describe('Serial of the policy zone on the resolver; null if it was not reported.'),
    went_back_from: z
      .int()
      .nullable()
      .describe(
        'The version that the resolver rolled back from, by itself or by a command. The resolver does ' +
          'not accept this version again.',
      ),
    rules_not_enforced: z
      .int()
      .min(0)
      .nullable()
      .describe('Number of rules that this resolver cannot enforce.'),
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
  policy: heldPolicySchema.nullable().describe('Null if the resolver has never reported its policy.'),
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

import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { Resolver } from '../../ports/resolvers/resolvers.ts';

export const resolverEntrySchema = z.object({
  resolver_id: idSchema,
  resolver_name: z.string(),
  location: z.string(),
  location_id: idSchema.nullable(),
  modules_enabled: z.array(z.string()),
  created_at: timestampSchema,
  last_seen: timestampSchema.nullable(),
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
  };
}

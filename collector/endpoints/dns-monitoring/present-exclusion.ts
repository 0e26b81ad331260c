import type { exclusionSchema } from '@sonde/shared/schemas/exclusion.ts';
import type { z } from 'zod';
import type { StoredExclusion } from '../../ports/threats/exclusions.ts';

/** Presents an exclusion as the API shows it. */
export function presentExclusion(exclusion: StoredExclusion): z.input<typeof exclusionSchema> {
  return {
    id: exclusion.id,
    location_id: exclusion.locationId,
    name: exclusion.name,
    client: exclusion.client,
    note: exclusion.note,
    created_at: exclusion.createdAt.toISOString(),
  };
}

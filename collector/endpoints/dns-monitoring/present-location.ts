import type { locationSchema } from '@sonde/shared/schemas/location.ts';
import { isoTime } from '@sonde/shared/text/iso-time.ts';
import type { z } from 'zod';
import type { Location } from '../../ports/ingest/locations.ts';

/** Presents a location as the API shows it. */
export function presentLocation(location: Location): z.input<typeof locationSchema> {
  return {
    id: location.id,
    location_name: location.name,
    description: location.description,
    retention_days: location.retentionDays,
    created_at: isoTime(location.createdAt.getTime()),
    updated_at: isoTime(location.updatedAt.getTime()),
  };
}

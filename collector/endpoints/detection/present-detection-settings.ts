import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { changesSchema } from '../../domain/detection/rules/changes-schema.ts';
import type { LocationSettings } from '../../domain/detection/rules/location-settings.ts';

/** The schema describes settings of detection at one location, as the API shows them. */
export const detectionSettingsSchema = z.object({
  location_id: idSchema,
  changes: changesSchema.describe('Differences from the built-in settings.'),
  settings: z.record(z.string(), z.unknown()).describe('All settings in force.'),
});

export function presentSettings(
  locationId: number,
  { changes, settings }: LocationSettings,
): z.input<typeof detectionSettingsSchema> {
  // What was stored by another version may have parts that this one doesn't know.
  const known = changesSchema.safeParse(changes);
  return { location_id: locationId, changes: known.success ? known.data : {}, settings: { ...settings } };
}

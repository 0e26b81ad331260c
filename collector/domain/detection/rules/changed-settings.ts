import type { DetectionChanges } from '../../../ports/threats/detection-tuning.ts';
import { type DetectionSettings, defaultSettings } from '../settings.ts';
import { changesSchema } from './changes-schema.ts';

/**
 * Gives the program's settings with a location's changes. Changes are checked when they are made; one that an older or
 * newer version let through and that makes no sense here is left out, part by part.
 */
export function changedSettings(changes: DetectionChanges): DetectionSettings {
  const settings: Record<string, unknown> = { ...defaultSettings };
  for (const [part, value] of Object.entries(changes)) {
    const read = changesSchema.safeParse({ [part]: value });
    const change = read.success ? read.data[part as keyof typeof read.data] : undefined;
    if (change === undefined) continue;
    settings[part] = Array.isArray(change) ? change : { ...(settings[part] as object), ...change };
  }
  return settings as unknown as DetectionSettings;
}

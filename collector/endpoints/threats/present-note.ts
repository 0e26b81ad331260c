import type { threatNoteSchema } from '@sonde/shared/schemas/threat.ts';
import type { z } from 'zod';
import type { ThreatNote } from '../../ports/threats/threats.ts';

/** Presents a note as the API shows it. */
export function presentNote({ createdAt, ...note }: ThreatNote): z.input<typeof threatNoteSchema> {
  return { ...note, created_at: createdAt.toISOString() };
}

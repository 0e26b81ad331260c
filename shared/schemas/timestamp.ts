import { z } from 'zod';

/** A timestamp is a moment as all answers write it: ISO 8601 in UTC with milliseconds and `Z`. */
export const timestampSchema = z.iso
  .datetime({ precision: 3 })
  .meta({ examples: ['2026-03-14T09:26:53.589Z'] });

import { z } from 'zod';
import { idSchema } from './id.ts';
import { timestampSchema } from './timestamp.ts';

/** A place that DNS traffic is watched at, as the API shows it. */
export const locationSchema = z
  .object({
    id: idSchema,
    location_name: z.string(),
    description: z.string().nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Location' });

/** Names are for people; control characters are not. */
export const locationNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must not have control characters')
  .meta({ examples: ['Office Vienna'] });

export const locationDescriptionSchema = z.string().trim().max(2_000);

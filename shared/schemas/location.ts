import { z } from 'zod';
import { idSchema } from './id.ts';
import { timestampSchema } from './timestamp.ts';

/** A location is a place that DNS traffic is watched at, as the API shows it. */
export const locationSchema = z
  .object({
    id: idSchema,
    location_name: z.string(),
    description: z.string().nullable(),
    retention_days: z
      .int()
      .nullable()
      .describe('Days that single queries are kept; null means as long as the default of the installation.'),
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

/** A retention longer than the installation's has no effect: queries are kept no longer than that. */
export const locationRetentionSchema = z
  .int()
  .min(1)
  .max(3_650)
  .nullish()
  .describe(
    'Days that single queries are kept. Counts are kept longer. Null means as long as the default ' +
      'of the installation.',
  );

export const locationDescriptionSchema = z.string().trim().max(2_000);

import { z } from 'zod';
import { timestampSchema } from './timestamp.ts';

/** A passive record is a record as answers showed it, with the time between the first and the last sight. */
export const passiveRecordSchema = z
  .object({
    name: z.string(),
    type: z.string(),
    data: z.string(),
    first_seen: timestampSchema,
    last_seen: timestampSchema,
    count: z.int().describe('Number of responses in which the record was seen.'),
  })
  .meta({ id: 'PassiveRecord' });

import { z } from 'zod';
import { idSchema } from './id.ts';
import { timestampSchema } from './timestamp.ts';

/** An exclusion names a domain or client that is left out of an account's detection, as the API shows it. */
export const exclusionSchema = z
  .object({
    id: idSchema,
    location_id: idSchema
      .nullable()
      .describe('Null if the exclusion applies to all locations of the account.'),
    name: z
      .string()
      .nullable()
      .describe('A domain with all names below it. With `*.`, only the names below it.'),
    client: z.string().nullable().describe('An IP address or a network.'),
    note: z.string().nullable(),
    created_at: timestampSchema,
  })
  .meta({ id: 'Exclusion' });

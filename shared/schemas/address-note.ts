import { z } from 'zod';

const flag = z.boolean().nullable();

/** An address note states what datasets know of an address in an answer, in the words of its scan. */
export const addressNoteSchema = z
  .object({
    ip: z.string(),
    asn: z.int().nullable().describe('The autonomous system that announces it.'),
    asn_name: z.string().nullable(),
    country: z.string().nullable().describe('Where it is used: two letters (ISO 3166-1).'),
    is_hosting: flag,
    is_vpn: flag,
    is_tor: flag,
    is_relay: flag,
    is_anycast: flag,
  })
  .meta({ id: 'AddressNote' });

export type AddressNote = z.infer<typeof addressNoteSchema>;

/** The address notes stand in answers beside the values that name addresses. */
export const addressNotesSchema = z
  .array(addressNoteSchema)
  .nullable()
  .describe(
    'What datasets know of the addresses in this answer, each once, 2,000 at most; a field that no dataset fills is null. ' +
      'Null if no dataset is loaded.',
  );

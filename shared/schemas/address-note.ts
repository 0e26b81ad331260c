import { z } from 'zod';

const flag = z.boolean().nullable();

/** An address note states what datasets know of an address in an answer, in the words of its scan. */
export const addressNoteSchema = z
  .object({
    ip: z.string(),
    asn: z.int().nullable().describe('The autonomous system that announces the address.'),
    asn_name: z.string().nullable(),
    country: z
      .string()
      .nullable()
      .describe('Country in which the address is used, two letters (ISO 3166-1).'),
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
    'What the datasets say about the addresses in this answer. Each address appears once, and at ' +
      'most 2,000 addresses appear. A field that no dataset provides is null. The whole object is ' +
      'null if no dataset is loaded.',
  );

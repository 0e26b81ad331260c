import { scanErrorSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { z } from 'zod';
import { nameKinds } from './name-kind.ts';

export type NameError = z.output<typeof scanErrorSchema>;

/**
 * A name answer states what is known of a name in one system; the form is the API's, since every face shows it as it
 * is.
 */
export const nameAnswerSchema = z
  .object({
    name: z
      .string()
      .describe(
        'The name in lower case without a trailing dot, normalised if the system defines rules for it.',
      ),
    kind: z.enum(nameKinds),
    reason: z.string().describe('Why the name is assigned to this kind.'),
    valid: z.boolean(),
    remark: z.string().nullable().describe('Why the name is not valid, or another remark.'),
    hash: z
      .string()
      .nullable()
      .describe(
        'In hexadecimal: the node of a blockchain name, the hash of an I2P destination, or the key of an onion service.',
      ),
    resolved: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'The records; null if there are none, or if no source could be queried. `errors` then has the failures.',
      ),
    sources: z
      .array(z.string())
      .describe('The sources of the answer: chains, an address book, or the root of Handshake.'),
    blocks: z
      .array(z.object({ chain: z.string(), number: z.int(), time: z.iso.datetime() }))
      .describe('The blocks at which the records were read.'),
    agreement: z
      .int()
      .nullable()
      .describe('Number of gateways of each chain that gave this answer; null if the system has none.'),
    queried_at: z.iso.datetime(),
    errors: z.array(scanErrorSchema),
  })
  .meta({ id: 'NameAnswer' });

export type NameAnswer = z.output<typeof nameAnswerSchema>;
export type FoundName = Pick<NameAnswer, 'resolved' | 'sources' | 'blocks' | 'agreement' | 'errors'> & {
  /** The remark on the found records. */
  readonly remark?: string;
};

/** Makes an answer that states that no system answered, and why. */
export function nothing(errors: NameError[]): FoundName {
  return { resolved: null, sources: [], blocks: [], agreement: null, errors };
}

export function unsupported(source: string, message: string): NameError {
  return { source, code: 'unsupported', message };
}

export function notConfigured(source: string, setting: string): NameError {
  return { source, code: 'not_configured', message: `Nobody can be asked: set ${setting} (docs/names.md).` };
}

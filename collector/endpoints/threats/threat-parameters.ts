import { idSchema } from '@sonde/shared/schemas/id.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { threatStatusSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import type { AskedThreats } from '../../domain/traffic/monitoring/threat-filter.ts';
import { rangeOf, rangeParameters } from '../dns-monitoring/range-parameters.ts';

/** These parameters filter threats. */
export const threatParameters = {
  location_id: idSchema.optional(),
  status: threatStatusSchema.optional(),
  severity: severitySchema.optional(),
  type: z
    .string()
    .max(1_000)
    .optional()
    .describe('Types with commas between them; an exclamation mark before one leaves it out.'),
  client: z.string().max(64).optional().describe('The client that asked last.'),
  subject: z.string().max(1_100).optional().describe('What the threat is about, exactly.'),
  source: z
    .string()
    .max(200)
    .optional()
    .describe('What found the threat, as threats name it: a feed, an own list, or `detection`.'),
  owner: z
    .string()
    .max(320)
    .optional()
    .describe('The person who takes care of the threat; empty for threats without one.'),
  ...rangeParameters,
  by: z.enum(['first_seen', 'last_seen']).default('last_seen').describe('Which time the range is about.'),
};

type Asked = z.output<z.ZodObject<typeof threatParameters>>;

export function threatsAsked(caller: { readonly accountId: number }, query: Asked): AskedThreats {
  const { status, severity, type, client, subject, source, owner, by } = query;
  return { ...rangeOf(caller, query), status, severity, type, client, subject, source, owner, by };
}

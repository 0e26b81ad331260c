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
    .describe('Threat types with commas between them. An exclamation mark before a type excludes it.'),
  client: z.string().max(64).optional().describe('The client that was seen last.'),
  subject: z.string().max(1_100).optional().describe('The exact subject of the threat.'),
  source: z
    .string()
    .max(200)
    .optional()
    .describe('What found the threat, as in `source` of a threat: a feed, an imported list, or `detection`.'),
  owner: z
    .string()
    .max(320)
    .optional()
    .describe('The person who takes care of the threat. Empty for threats without an owner.'),
  ...rangeParameters,
  by: z
    .enum(['first_seen', 'last_seen'])
    .default('last_seen')
    .describe('The time to which the range applies.'),
};

type Asked = z.output<z.ZodObject<typeof threatParameters>>;

export function threatsAsked(caller: { readonly accountId: number }, query: Asked): AskedThreats {
  const { status, severity, type, client, subject, source, owner, by } = query;
  return { ...rangeOf(caller, query), status, severity, type, client, subject, source, owner, by };
}

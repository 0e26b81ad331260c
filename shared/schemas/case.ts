import { z } from 'zod';
import { idSchema } from './id.ts';
import { severitySchema } from './severity.ts';
import { threatSchema, threatStatusSchema } from './threat.ts';
import { timestampSchema } from './timestamp.ts';

/** A case is threats that belong together, as the API shows it. */
export const caseSchema = z
  .object({
    id: idSchema,
    location_id: idSchema,
    title: z.string(),
    status: threatStatusSchema.describe('A case is open as long as one of its threats is open.'),
    severity: severitySchema.describe(
      'Severity of the combined kinds of threats. Three threats of different kinds count as one ' +
        'threat of the next higher severity.',
    ),
    client_ip: z.string().nullable().describe('The client with which the case began.'),
    cause: z.string().nullable().describe('The domain or address with which the case began.'),
    clients: z.array(z.string()).describe('Clients of the threats in this case.'),
    threat_types: z.array(z.string()),
    threat_count: z.int().min(0).describe('Number of threats in the case, including remarks.'),
    open_threat_count: z.int().min(0),
    query_count: z.int().min(0).describe('Number of queries in which its threats were seen.'),
    first_seen: timestampSchema,
    last_seen: timestampSchema,
    opened_at: timestampSchema,
    resolved_at: timestampSchema.nullable(),
  })
  .meta({ id: 'Case' });

/** A case with its story, as the API shows one. */
export const toldCaseSchema = caseSchema
  .extend({
    story: z
      .array(
        z.object({
          at: timestampSchema,
          text: z.string(),
          severity: severitySchema,
          threat_id: idSchema,
        }),
      )
      .describe('What happened, in chronological order.'),
    next_steps: z
      .array(z.string())
      .describe('Recommended next steps, the first one first; empty if the case is resolved.'),
    items: z.array(threatSchema).describe('Threats of the case, in the order in which they were first seen.'),
  })
  .meta({ id: 'ToldCase' });

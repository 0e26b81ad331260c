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
    status: threatStatusSchema.describe('Open as long as one of its threats is.'),
    severity: severitySchema.describe(
      'Of the sum of its kinds of threats: three of different kinds are as severe as one that is a step worse.',
    ),
    client_ip: z.string().nullable().describe('The client that it began with.'),
    cause: z.string().nullable().describe('The domain or address that it began with.'),
    clients: z.array(z.string()).describe('Clients of its threats.'),
    threat_types: z.array(z.string()),
    threat_count: z.int().min(0).describe('Threats in it, remarks among them.'),
    open_threat_count: z.int().min(0),
    query_count: z.int().min(0).describe('Queries that its threats were seen in.'),
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
      .describe('What happened, in the order of time.'),
    next_steps: z
      .array(z.string())
      .describe('What to do next, the first thing first; none if it is resolved.'),
    items: z.array(threatSchema).describe('Its threats, in the order in which they were first seen.'),
  })
  .meta({ id: 'ToldCase' });

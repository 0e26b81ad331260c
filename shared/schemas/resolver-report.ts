import { z } from 'zod';
import { transports } from '../batch/row-layout.ts';
import { severitySchema } from './severity.ts';
import { timestampSchema } from './timestamp.ts';

/** What resolvers report, in batches that may be sent again under the id that they have. */

const batchIdSchema = z
  .uuid()
  .describe('An id for the batch. A batch with a known id is not stored again.')
  .meta({ examples: ['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2'] });
/** Bounded, so that years of sums stay exact. */
const countSchema = z.int().min(0).max(1_000_000_000_000);

const policyActionNames = ['NXDOMAIN', 'NODATA', 'PASS', 'DROP', 'TRUNCATE', 'LOCAL_DATA'] as const;

/** Counts by name. An object's keys are looked at by name, where a record's are each looked at, however many there are. */
function countsOf<Name extends string>(names: readonly Name[]) {
  const shape = Object.fromEntries(names.map((name) => [name, countSchema.optional()]));
  return z.strictObject(shape as Record<Name, z.ZodOptional<typeof countSchema>>);
}

const statisticsSchema = z.object({
  period_start: timestampSchema.describe(
    'Start of the period. Its counts belong to the day (UTC) of this time.',
  ),
  period_end: timestampSchema,
  queries: countSchema.describe('Number of queries from clients.'),
  responses: countSchema.default(0).describe('Number of responses to clients.'),
  policy_hits: countSchema.default(0).describe('Number of responses that a policy changed.'),
  transports: countsOf(Object.keys(transports))
    .default({})
    .meta({ examples: [{ udp: 90, tcp: 4 }] }),
  response_codes: countsOf(Array.from({ length: 16 }, (_, code) => String(code)))
    .default({})
    .meta({ examples: [{ 0: 80, 3: 14 }] })
    .describe('Number of responses to clients, by numeric response code.'),
  policy_actions: countsOf(policyActionNames)
    .default({})
    .meta({ examples: [{ NXDOMAIN: 2 }] }),
});
export type Statistics = z.input<typeof statisticsSchema>;

export const statisticsBatchSchema = z.object({
  batch_id: batchIdSchema,
  statistics: z
    .array(statisticsSchema)
    .min(1)
    .max(1_000)
    .meta({
      examples: [
        [{ period_start: '2026-03-14T09:26:00.000Z', period_end: '2026-03-14T09:27:00.000Z', queries: 94 }],
      ],
    }),
});

const alertSchema = z.object({
  timestamp: timestampSchema,
  query_name: z.string().min(1).max(1_020),
  client_ip: z.union([z.ipv4(), z.ipv6()]).nullish(),
  threat_type: z.string().trim().min(1).max(128),
  severity: severitySchema,
  indicator: z
    .string()
    .min(1)
    .max(1_020)
    .optional()
    .describe('The listed indicator; the queried name if absent.'),
  source: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .default('resolver')
    .describe('The list that contains the indicator.'),
  message: z.string().trim().max(2_000).default(''),
  count: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(1)
    .describe('Number of queries that this alert represents.'),
});
export type Alert = z.input<typeof alertSchema>;

export const alertBatchSchema = z.object({
  batch_id: batchIdSchema,
  alerts: z
    .array(alertSchema)
    .min(1)
    .max(1_000)
    .meta({
      examples: [
        [
          {
            timestamp: '2026-03-14T09:26:53.589Z',
            query_name: 'bad.example',
            threat_type: 'malicious_domain',
            severity: 'high',
          },
        ],
      ],
    }),
});

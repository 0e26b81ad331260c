import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';

const count = z.int().min(0);
const milliseconds = z.number().min(0);
const latency = z.object({ p50: milliseconds, p95: milliseconds, p99: milliseconds }).nullable();
const responseCode = z.string().nullable().describe('Null if no response came.');

export const statsSchema = z
  .object({
    location_id: idSchema.nullable().describe('Null if the answer is about all locations of the account.'),
    from: timestampSchema,
    to: timestampSchema.describe('Not included.'),
    totals: z.object({
      queries: count,
      answered: count,
      unanswered: count.describe('Queries that no response was seen to.'),
      orphans: count.describe('Responses that no query was seen to.'),
      unique_clients: count,
      unique_names: count,
      first_seen: timestampSchema.nullable(),
      last_seen: timestampSchema.nullable(),
    }),
    latency_ms: latency.describe('Milliseconds from query to response; null if nothing was answered.'),
    size_bytes: z.object({ queries: count, responses: count }).describe('Bytes of DNS messages, summed.'),
    open_threats: count,
    bucket_seconds: count.describe('Length of a point of the series.'),
    series: z.array(z.object({ at: timestampSchema, queries: count, failures: count })),
    latency_bucket_seconds: count.describe('Length of a point of the series of latencies.'),
    latency_series: z.array(z.object({ at: timestampSchema, latency_ms: latency })),
    top_names: z.array(z.object({ name: z.string(), count })),
    top_domains: z
      .array(z.object({ domain: z.string(), count }))
      .nullable()
      .describe('Registrable domains with all names below them; null if they were not asked for.'),
    top_failures: z
      .array(
        z.object({
          response_code: responseCode,
          count,
          unique_names: count,
          top_names: z.array(z.object({ name: z.string(), count })),
          top_domains: z.array(z.object({ domain: z.string(), count })),
        }),
      )
      .nullable()
      .describe(
        'What DNS did not answer with NOERROR, by response code (NXDOMAIN too, which `failures` of the series leaves out), ' +
          'sixteen codes at most; null if it was not asked for.',
      ),
    top_clients: z.array(z.object({ client_ip: z.string(), count })),
    query_types: z.array(z.object({ query_type: z.string(), count })),
    response_codes: z.array(z.object({ response_code: responseCode, count })),
    transports: z.array(z.object({ transport: z.string(), count })),
    locations: z.array(z.object({ id: idSchema, location_name: z.string(), count })),
    agents: z.array(
      z.object({
        id: idSchema,
        location_id: idSchema,
        agent_id: z.string().describe('The identity that the sender gave itself.'),
        host: z.string(),
        software: z.string(),
        last_seen: timestampSchema,
        count,
      }),
    ),
  })
  .meta({ id: 'TrafficStats' });

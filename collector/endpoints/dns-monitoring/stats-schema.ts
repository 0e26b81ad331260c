import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';

const count = z.int().min(0);
const milliseconds = z.number().min(0);
const latency = z.object({ p50: milliseconds, p95: milliseconds, p99: milliseconds }).nullable();
const responseCode = z.string().nullable().describe('Null for queries without a response.');

export const statsSchema = z
  .object({
    location_id: idSchema.nullable().describe('Null if the statistics cover all locations of the account.'),
    from: timestampSchema,
    to: timestampSchema.describe('End of the range, excluded.'),
    totals: z.object({
      queries: count,
      answered: count,
      unanswered: count.describe('Queries for which no response was seen.'),
      orphans: count.describe('Responses for which no query was seen.'),
      unique_clients: count,
      unique_names: count,
      first_seen: timestampSchema.nullable(),
      last_seen: timestampSchema.nullable(),
    }),
    latency_ms: latency.describe('Milliseconds from query to response; null if no query was answered.'),
    size_bytes: z
      .object({ queries: count, responses: count })
      .describe('Sum of the sizes of the DNS messages in bytes.'),
    open_threats: count,
    bucket_seconds: count.describe('Length of one point of `series` in seconds.'),
    series: z.array(z.object({ at: timestampSchema, queries: count, failures: count })),
    latency_bucket_seconds: count.describe('Length of one point of `latency_series` in seconds.'),
    latency_series: z.array(z.object({ at: timestampSchema, latency_ms: latency })),
    top_names: z.array(z.object({ name: z.string(), count })),
    top_domains: z
      .array(z.object({ domain: z.string(), count }))
      .nullable()
      .describe(
        'Registrable domains, each counted with all names below it; null if the request does not ask for them.',
      ),
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
        'Names and domains that were not answered with NOERROR, by response code, for at most sixteen ' +
          'codes. NXDOMAIN is included here, but not in `failures` of `series`. Null if the request ' +
          'does not ask for them.',
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
        agent_id: z.string().describe('The id that the sender chose for itself.'),
        host: z.string(),
        software: z.string(),
        last_seen: timestampSchema,
        count,
      }),
    ),
  })
  .meta({ id: 'TrafficStats' });

import { z } from 'zod';
import { idSchema } from './id.ts';

const milliseconds = z.number().nullable();

/** A stored DNS transaction as the API shows it. */
export const storedQuerySchema = z
  .object({
    timestamp: z.iso.datetime({ precision: 6 }).describe('When the query was seen, to the microsecond.'),
    location_id: idSchema,
    agent_id: idSchema,
    outcome: z.enum(['answered', 'unanswered', 'orphan']),
    client_ip: z.string(),
    client_port: z.int().describe('0 where unknown.'),
    server_ip: z.string().describe('`::` where unknown.'),
    server_port: z.int(),
    protocol: z.string().describe('udp, tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp.'),
    name_service: z.enum(['dns', 'mdns', 'llmnr', 'nbns']),
    query_name: z.string(),
    query_type: z.string(),
    query_class: z.int(),
    response_code: z.string().nullable().describe('Null where no response came.'),
    response_time_ms: milliseconds.describe('Null unless answered, and where the sender did not say.'),
    tcp_round_trip_ms: milliseconds,
    query_size: z.int().describe('Bytes of the message; 0 where unknown.'),
    response_size: z.int(),
    flags: z.object({
      recursion_desired: z.boolean(),
      recursion_available: z.boolean(),
      authoritative: z.boolean(),
      truncated: z.boolean(),
      authentic_data: z.boolean(),
      checking_disabled: z.boolean(),
    }),
    edns: z
      .object({
        version: z.int(),
        udp_size: z.int(),
        dnssec_ok: z.boolean(),
        client_subnet: z.string().nullable(),
        cookie: z.boolean(),
        extended_errors: z.array(z.int()),
      })
      .nullable()
      .describe('Null where neither message had an OPT record.'),
    policy_rule: z.string().nullable(),
    records: z.array(
      z.object({
        section: z.enum(['answer', 'authority', 'additional']),
        name: z.string(),
        type: z.string(),
        ttl: z.int(),
        data: z.string(),
      }),
    ),
  })
  .meta({ id: 'StoredQuery' });

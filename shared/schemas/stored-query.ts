import { z } from 'zod';
import { idSchema } from './id.ts';

const milliseconds = z.number().nullable();

/** A stored query is a stored DNS transaction as the API shows it. */
export const storedQuerySchema = z
  .object({
    timestamp: z.iso.datetime({ precision: 6 }).describe('When the query was seen, to the microsecond.'),
    location_id: idSchema,
    agent_id: idSchema,
    outcome: z.enum(['answered', 'unanswered', 'orphan']),
    client_ip: z.string(),
    client_port: z.int().describe('0 if unknown.'),
    server_ip: z.string().describe('`::` if unknown.'),
    server_port: z.int(),
    protocol: z.string().describe('udp, tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp.'),
    name_service: z.enum(['dns', 'mdns', 'llmnr', 'nbns']),
    message_id: z.int().describe('0 if unknown.'),
    operation_code: z.int().describe('0 for a query, 4 for NOTIFY, 5 for UPDATE (OPCODE of RFC 1035).'),
    query_name: z.string(),
    query_type: z.string(),
    query_class: z.int(),
    response_code: z.string().nullable().describe('Null if no response came.'),
    response_time_ms: milliseconds.describe('Null unless answered, and if the sender did not say.'),
    tcp_round_trip_ms: milliseconds,
    query_size: z.int().describe('Bytes of the message; 0 if unknown.'),
    response_size: z.int(),
    answer_count: z.int().describe('As the header of the response tells it, like the next two.'),
    authority_count: z.int(),
    additional_count: z.int(),
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
        cookie: z.boolean().describe('Either of the next two.'),
        client_cookie: z.boolean(),
        server_cookie: z.boolean(),
        server_id_asked: z.boolean().describe('NSID, RFC 5001.'),
        server_id_given: z.boolean(),
        query_padded: z.boolean().describe('RFC 7830.'),
        response_padded: z.boolean(),
        keep_alive: z.boolean().describe('RFC 7828.'),
        extended_errors: z.array(z.int()),
      })
      .nullable()
      .describe('Null if neither message had an OPT record.'),
    policy_rule: z.string().nullable(),
    marks: z
      .array(z.string())
      .describe(
        'What was noticed beside the content: `query_retransmitted`, `response_duplicated`, `response_differs` (another response to the query says something else), `records_cut`, `message_cut`, `reassembled`, `encapsulated`, `client_truncated`, `client_pseudonym`, `name_minimised`, `question_mismatch`, `query_malformed`, `response_malformed` (the row has what could be read).',
      ),
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

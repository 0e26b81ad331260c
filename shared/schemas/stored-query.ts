import { z } from 'zod';
import { idSchema } from './id.ts';

const milliseconds = z.number().nullable();

const record = {
  section: z.enum(['answer', 'authority', 'additional']),
  name: z.string(),
  type: z.string(),
  ttl: z.int(),
  data: z.string(),
};

const malformed = z
  .object({
    reason: z.string(),
    first_octets: z
      .string()
      .describe('In hexadecimal; 96 at most, the header alone if clients or names are hidden.'),
  })
  .nullable()
  .describe('Null if it is sound, or the reason is not known.');

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
    query_name_case: z
      .string()
      .nullable()
      .describe('The name in the letters of the query, if it has capitals; null if not, or not known.'),
    response_name_case: z
      .string()
      .nullable()
      .describe("The name in the letters of the response, if they are not the query's; else null."),
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
        udp_size: z.int().describe("The query's, or the response's if the query has none."),
        response_udp_size: z.int().nullable(),
        dnssec_ok: z.boolean(),
        client_subnet: z.string().nullable(),
        client_subnet_scope: z
          .int()
          .nullable()
          .describe('SCOPE PREFIX-LENGTH of the response (RFC 7871); null without one.'),
        cookie: z.boolean().describe('Either of the next two.'),
        client_cookie: z.boolean(),
        server_cookie: z.boolean(),
        server_id_asked: z.boolean().describe('NSID, RFC 5001.'),
        server_id_given: z.boolean(),
        server_id: z
          .string()
          .nullable()
          .describe("The server's identifier (NSID); what is no text has octets as `\\DDD`."),
        query_padded: z.boolean().describe('RFC 7830.'),
        response_padded: z.boolean(),
        keep_alive: z.boolean().describe('RFC 7828.'),
        extended_errors: z.array(z.int()),
        extended_error_texts: z
          .array(z.string().nullable())
          .describe('The text of each extended error; null if it has none.'),
      })
      .nullable()
      .describe('Null if neither message had an OPT record.'),
    policy_rule: z.string().nullable(),
    marks: z
      .array(z.string())
      .describe(
        'What was noticed beside the content: `query_retransmitted`, `response_duplicated`, `response_differs` (another response to the query says something else), `records_cut`, `message_cut`, `reassembled`, `encapsulated`, `client_truncated`, `client_pseudonym`, `name_minimised`, `question_mismatch`, `query_malformed`, `response_malformed` (the row has what could be read), `undelivered` (an ICMP error said that the query or the response did not arrive).',
      ),
    vlan: z
      .int()
      .nullable()
      .describe('Tag of the VLAN that the packet came in, of the tunnelled packet if it came in a tunnel.'),
    inner_vlan: z.int().nullable().describe('The second tag (QinQ).'),
    vni: z.int().nullable().describe('Network identifier of VXLAN or Geneve.'),
    interface: z.string().nullable().describe("The sensor's interface, or that of the capture file."),
    malformed_query: malformed,
    malformed_response: malformed,
    records_kept: z
      .boolean()
      .describe(
        'False if the response had records and none of them is stored: the sender did not tell them, or they are past their time (`SONDE_DETAIL_RETENTION`).',
      ),
    records: z.array(z.object(record)),
    query_records: z
      .array(z.object({ ...record, class: z.int() }))
      .describe(
        'Records that the query brought: of an UPDATE (prerequisites as answer, updates as authority; class 254 and 255 take away), a NOTIFY, an IXFR.',
      ),
  })
  .meta({ id: 'StoredQuery' });

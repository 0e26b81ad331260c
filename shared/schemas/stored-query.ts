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
      .describe(
        'First octets of the message in hexadecimal, at most 96. Only the header if the sensor hides ' +
          'clients or names.',
      ),
  })
  .nullable()
  .describe('Null if the message is well-formed, or if the reason is unknown.');

/** A stored query is a stored DNS transaction as the API shows it. */
export const storedQuerySchema = z
  .object({
    timestamp: z.iso
      .datetime({ precision: 6 })
      .describe('When the query was seen, precise to the microsecond.'),
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
    operation_code: z.int().describe('OPCODE of RFC 1035: 0 for a query, 4 for NOTIFY, 5 for UPDATE.'),
    query_name: z.string(),
    query_name_case: z
      .string()
      .nullable()
      .describe(
        'The queried name with the upper-case letters of the query. Null if it has none, or if the ' +
          'spelling is unknown.',
      ),
    response_name_case: z
      .string()
      .nullable()
      .describe(
        'The queried name with the upper-case letters of the response, if it differs from the query; ' +
          'otherwise null.',
      ),
    query_type: z.string(),
    query_class: z.int(),
    response_code: z.string().nullable().describe('Null if no response was seen.'),
    response_time_ms: milliseconds.describe(
      'Null if the query was not answered, or if the sender did not report the time.',
    ),
    tcp_round_trip_ms: milliseconds,
    query_size: z.int().describe('Size of the message in bytes; 0 if unknown.'),
    response_size: z.int(),
    answer_count: z
      .int()
      .describe(
        'Number of records by the header of the response. The same applies to `authority_count` and ' +
          '`additional_count`.',
      ),
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
        udp_size: z
          .int()
          .describe('UDP payload size of the query, or of the response if the query has none.'),
        response_udp_size: z.int().nullable(),
        dnssec_ok: z.boolean(),
        client_subnet: z.string().nullable(),
        client_subnet_scope: z
          .int()
          .nullable()
          .describe('SCOPE PREFIX-LENGTH of the response (RFC 7871); null if absent.'),
        cookie: z.boolean().describe('Whether `client_cookie` or `server_cookie` is true.'),
        client_cookie: z.boolean(),
        server_cookie: z.boolean(),
        server_id_asked: z.boolean().describe('Whether the query asks for NSID (RFC 5001).'),
        server_id_given: z.boolean(),
        server_id: z
          .string()
          .nullable()
          .describe('Identifier of the server (NSID). Octets that are not text appear as `\\DDD`.'),
        query_padded: z.boolean().describe('Whether the query is padded (RFC 7830).'),
        response_padded: z.boolean(),
        keep_alive: z.boolean().describe('Whether edns-tcp-keepalive is present (RFC 7828).'),
        extended_errors: z.array(z.int()),
        extended_error_texts: z
          .array(z.string().nullable())
          .describe('The text of each extended error; null for an error without text.'),
      })
      .nullable()
      .describe('Null if neither message had an OPT record.'),
    policy_rule: z.string().nullable(),
    marks: z
      .array(z.string())
      .describe(
        'What the sensor noticed besides the content: `query_retransmitted`, `response_duplicated`, ' +
          '`response_differs` (another response to the query has different content), `records_cut`, ' +
          '`message_cut`, `reassembled`, `encapsulated`, `client_truncated`, `client_pseudonym`, ' +
          '`name_minimised`, `question_mismatch`, `query_malformed`, `response_malformed` (the row has ' +
          'the readable part), `undelivered` (an ICMP error reported that the query or the response did ' +
          'not arrive).',
      ),
    vlan: z
      .int()
      .nullable()
      .describe('VLAN tag of the packet. For a tunnelled packet, the tag of the inner packet.'),
    inner_vlan: z.int().nullable().describe('The second VLAN tag (QinQ).'),
    vni: z.int().nullable().describe('Network identifier (VNI) of VXLAN or Geneve.'),
    interface: z
      .string()
      .nullable()
      .describe('The interface of the sensor, or the interface in the capture file.'),
    malformed_query: malformed,
    malformed_response: malformed,
    records_kept: z
      .boolean()
      .describe(
        'False if the response had records but none of them is stored. Either the sender did not ' +
          'report them, or they have expired (`SONDE_DETAIL_RETENTION`).',
      ),
    records: z.array(z.object(record)),
    query_records: z
      .array(z.object({ ...record, class: z.int() }))
      .describe(
        'Records in the query message of an UPDATE, a NOTIFY or an IXFR. For an UPDATE, `answer` has ' +
          'the prerequisites and `authority` the updates; class 254 or 255 deletes.',
      ),
  })
  .meta({ id: 'StoredQuery' });

import { z } from 'zod';

/** One DNS transaction as programs submit it in JSON. The names are those of the public interface. */

const addressText = z.union([z.ipv4(), z.ipv6()], { error: 'not an IP address' });
const port = z.number().int().min(0).max(65_535);
const messageBytes = z.number().int().min(0).max(65_535);
const shortText = z.string().max(1_020);
const typeText = z.union([z.string().min(1).max(16), z.number().int().min(0).max(65_535)]);

const answerSchema = z.union([
  z.string().min(1).max(4_096).describe('An IP address, or the record data for the queried type.'),
  z.object({
    name: z.string().min(1).max(1_020).optional().describe('Owner name; the queried name if absent.'),
    type: typeText.optional().describe('Record type; the queried type if absent.'),
    ttl: z.number().int().min(0).max(4_294_967_295).optional().describe('TTL in seconds.'),
    data: z.string().max(8_192).describe('The record data in presentation form.'),
  }),
]);
export type SubmittedAnswer = z.infer<typeof answerSchema>;

export const submittedQuerySchema = z.object({
  timestamp: z
    .union([z.iso.datetime({ offset: true }), z.number().min(0).max(253_402_300_799)])
    .describe('When the query was seen: ISO 8601 with a time zone, or Unix time in seconds.'),
  client_ip: addressText.describe('Address of the client.'),
  query_name: z
    .string()
    .min(1)
    .max(1_020)
    .describe('The queried name. A trailing dot is removed, and upper-case letters become lower case.'),
  query_type: typeText.describe('A mnemonic such as AAAA, the form TYPE65, or the number.'),
  response_code: z
    .union([z.string().min(1).max(16), z.number().int().min(0).max(4_095)])
    .nullish()
    .describe('A mnemonic such as NXDOMAIN, or the number; absent if no response was seen.'),
  answers: z.array(answerSchema).max(256).optional(),
  response_ip: addressText.nullish().describe('Short form for a single answer that is an IP address.'),
  response_time_ms: z
    .number()
    .min(0)
    .max(4_294_967)
    .nullish()
    .describe('Milliseconds from query to response. If absent, the query does not count in latencies.'),
  protocol: z
    .string()
    .max(16)
    .optional()
    .describe('udp (default), tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp.'),
  server_ip: addressText.optional().describe('Address of the server.'),
  client_port: port.optional(),
  server_port: port.optional().describe('53 if absent.'),
  query_class: z.number().int().min(0).max(65_535).optional().describe('1 (IN) if absent.'),
  query_size: messageBytes.optional().describe('Bytes of the query message.'),
  response_size: messageBytes.optional().describe('Bytes of the response message.'),
  client_subnet: shortText.optional().describe('EDNS client subnet as address/prefix.'),
  policy_rule: shortText.optional().describe("The resolver's policy rule that matched."),
});
export type SubmittedQuery = z.infer<typeof submittedQuerySchema>;

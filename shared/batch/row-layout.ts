/**
 * The layout of one row: one DNS transaction as seen on the wire, in ClickHouse's RowBinary encoding
 * (little-endian integers, strings and arrays behind an unsigned LEB128 length). The agent writes these bytes on its
 * hot path, the collector checks them and hands them to ClickHouse without making objects of them.
 *
 * The fixed columns come first, so that each stands at a known offset; the six columns of varying length follow. The last of
 * them holds what few rows have (`row-facts.ts`), so that it takes one byte in all others.
 * A record whose owner is the row's query name has an empty name; the root is `.` and never empty.
 * A change to this table, or to what it means, is a new `batchVersion`.
 */

/** The outcomes state whether both halves of a transaction were seen. */
export const outcomes = { answered: 1, unanswered: 2, orphan: 3 } as const;
export type Outcome = keyof typeof outcomes;

/**
 * The transports number the protocols that carry a message. `tls`, `https` and `quic` are DoT (RFC 7858), DoH (RFC
 * 8484) and DoQ (RFC 9250).
 */
export const transports = {
  unknown: 0,
  udp: 1,
  tcp: 2,
  tls: 3,
  https: 4,
  quic: 5,
  dnscrypt_udp: 6,
  dnscrypt_tcp: 7,
} as const;
export type Transport = keyof typeof transports;

/**
 * The name services number the protocols with the message format of the DNS: DNS, mDNS (RFC 6762), LLMNR (RFC 4795),
 * NBNS (RFC 1002).
 */
export const nameServices = { dns: 1, mdns: 2, llmnr: 3, nbns: 4 } as const;
export type NameService = keyof typeof nameServices;

/** The sections are the sections of a message that records are kept from. */
export const sections = { answer: 1, authority: 2, additional: 3 } as const;
export type Section = keyof typeof sections;

/**
 * The value `noResponseCode` is the `response_code` of a row without a response. Real codes, extended by EDNS (RFC
 * 6891), end at 4095.
 */
export const noResponseCode = 65_535;

/** The EDNS flags are the bits of `edns_flags`: they describe the OPT records of the two messages. */
export const ednsFlags = {
  queryHasEdns: 1 << 0,
  responseHasEdns: 1 << 1,
  dnssecOk: 1 << 2,
  clientCookie: 1 << 3,
  serverCookie: 1 << 4,
  nameServerIdAsked: 1 << 5,
  nameServerIdGiven: 1 << 6,
  queryPadded: 1 << 7,
  responsePadded: 1 << 8,
  keepAlive: 1 << 9,
} as const;

/** The marks are the bits of `marks`: they note facts about a transaction beside its content. */
export const marks = {
  queryRetransmitted: 1 << 0,
  responseDuplicated: 1 << 1,
  recordsCut: 1 << 2,
  messageCut: 1 << 3,
  reassembled: 1 << 4,
  encapsulated: 1 << 5,
  clientTruncated: 1 << 6,
  clientPseudonym: 1 << 7,
  nameMinimised: 1 << 8,
  questionMismatch: 1 << 9,
  /** Another response to the same query says something else. */
  responseDiffers: 1 << 10,
  /** The query, or the response, breaks the rules: the row has what could be read of it. */
  queryMalformed: 1 << 11,
  responseMalformed: 1 << 12,
  /** An ICMP error told that the query, or its response, was not delivered. */
  undelivered: 1 << 13,
} as const;

export interface Column {
  readonly name: string;
  /** ClickHouse type, as in the explicit structure of an INSERT. */
  readonly type: string;
}

const enumOf = (values: Record<string, number>): string =>
  `Enum8(${Object.entries(values)
    .map(([name, value]) => `'${name}' = ${value}`)
    .join(', ')})`;

/** The offsets are offsets of the fixed columns within a row, in bytes. */
export const offsets = {
  observedAt: 0,
  outcome: 8,
  transport: 9,
  nameService: 10,
  ednsVersion: 11,
  latency: 12,
  tcpRoundTrip: 16,
  clientAddress: 20,
  serverAddress: 36,
  clientPort: 52,
  serverPort: 54,
  messageId: 56,
  queryFlags: 58,
  responseFlags: 60,
  responseCode: 62,
  queryType: 64,
  queryClass: 66,
  querySize: 68,
  responseSize: 70,
  ednsFlags: 72,
  ednsUdpSize: 74,
  answerCount: 76,
  authorityCount: 78,
  additionalCount: 80,
  marks: 82,
  responseUdpSize: 84,
  vlan: 86,
} as const;

/** The fixed bytes are the bytes that the fixed columns take; the query name's length stands at this offset. */
export const fixedBytes = 88;

/** A row form is the layout of rows at some version: rows from before end with the records, and have fewer fixed columns. */
export interface RowForm {
  readonly fixedBytes: number;
  readonly hasFacts: boolean;
}
export const presentForm: RowForm = { fixedBytes, hasFacts: true };
/** The former form is that of batches of versions 1 and 2. */
export const formerForm: RowForm = { fixedBytes: offsets.responseUdpSize, hasFacts: false };

/** Returns the form of the rows in a batch of this version. */
export function formOf(version: number): RowForm {
  return version < 3 ? formerForm : presentForm;
}

/** The row columns are the columns in the order of their bytes. */
export const rowColumns: readonly Column[] = [
  { name: 'observed_at', type: "DateTime64(6, 'UTC')" },
  { name: 'outcome', type: enumOf(outcomes) },
  { name: 'transport', type: enumOf(transports) },
  { name: 'name_service', type: enumOf(nameServices) },
  { name: 'edns_version', type: 'UInt8' },
  { name: 'latency_us', type: 'UInt32' },
  { name: 'tcp_round_trip_us', type: 'UInt32' },
  { name: 'client_address', type: 'IPv6' },
  { name: 'server_address', type: 'IPv6' },
  { name: 'client_port', type: 'UInt16' },
  { name: 'server_port', type: 'UInt16' },
  { name: 'message_id', type: 'UInt16' },
  { name: 'query_flags', type: 'UInt16' },
  { name: 'response_flags', type: 'UInt16' },
  { name: 'response_code', type: 'UInt16' },
  { name: 'query_type', type: 'UInt16' },
  { name: 'query_class', type: 'UInt16' },
  { name: 'query_size', type: 'UInt16' },
  { name: 'response_size', type: 'UInt16' },
  { name: 'edns_flags', type: 'UInt16' },
  { name: 'edns_udp_size', type: 'UInt16' },
  { name: 'answer_count', type: 'UInt16' },
  { name: 'authority_count', type: 'UInt16' },
  { name: 'additional_count', type: 'UInt16' },
  { name: 'marks', type: 'UInt16' },
  { name: 'response_udp_size', type: 'UInt16' },
  { name: 'vlan', type: 'UInt16' },
  { name: 'query_name', type: 'String' },
  { name: 'client_subnet', type: 'String' },
  { name: 'extended_errors', type: 'Array(UInt16)' },
  { name: 'policy_rule', type: 'String' },
  {
    name: 'records',
    type: `Array(Tuple(section ${enumOf(sections)}, name String, type UInt16, ttl UInt32, data String))`,
  },
  { name: 'facts', type: 'Array(Tuple(kind UInt8, value String))' },
];

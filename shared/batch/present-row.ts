import { recordTypeName } from '../dns/record-types.ts';
import { responseCodeName } from '../dns/response-codes.ts';
import { isoMicroseconds } from '../text/iso-microseconds.ts';
import { protocols } from './protocols.ts';
import type { Row } from './row.ts';
import { factOf, factsOf, numberOf, queryRecords, unescaped, withCapitals } from './row-facts.ts';
import { ednsFlags, marks, noResponseCode } from './row-layout.ts';

const markNames = Object.entries(marks).map(
  ([name, bit]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), bit] as const,
);

/** Writes a transaction in the words of the collector's API, which all programs that print one use. */
export function presentRow(row: Row) {
  return {
    timestamp: isoMicroseconds(row.observedAt),
    outcome: row.outcome,
    client_ip: row.clientAddress,
    client_port: row.clientPort,
    server_ip: row.serverAddress,
    server_port: row.serverPort,
    protocol: protocols[row.transport],
    name_service: row.nameService,
    message_id: row.messageId,
    // The response repeats it (RFC 1035 section 4.1.1), and an orphan has nothing else.
    operation_code: ((row.queryFlags | row.responseFlags) >> 11) & 0x0f,
    query_name: row.queryName,
    query_name_case: spelling(row, 'queryCapitals'),
    response_name_case: spelling(row, 'responseCapitals'),
    query_type: recordTypeName(row.queryType),
    query_class: row.queryClass,
    response_code: row.responseCode === noResponseCode ? null : responseCodeName(row.responseCode),
    response_time_ms: row.outcome === 'answered' && row.latency > 0 ? row.latency / 1_000 : null,
    tcp_round_trip_ms: row.tcpRoundTrip === 0 ? null : row.tcpRoundTrip / 1_000,
    query_size: row.querySize,
    response_size: row.responseSize,
    answer_count: row.answerCount,
    authority_count: row.authorityCount,
    additional_count: row.additionalCount,
    flags: flags(row.queryFlags, row.responseFlags),
    edns: edns(row),
    policy_rule: row.policyRule === '' ? null : row.policyRule,
    marks: markNames.filter(([, bit]) => (row.marks & bit) !== 0).map(([name]) => name),
    vlan: row.vlan === 0 ? null : row.vlan,
    inner_vlan: numberOf(row.facts, 'innerVlan'),
    vni: numberOf(row.facts, 'networkIdentifier'),
    interface: factOf(row.facts, 'interface'),
    malformed_query: malformed(row, 'malformedQuery', 'queryOctets'),
    malformed_response: malformed(row, 'malformedResponse', 'responseOctets'),
    records_kept: row.records.length > 0 || row.answerCount + row.authorityCount === 0,
    records: row.records.map((record) => ({ ...record, type: recordTypeName(record.type) })),
    query_records: queryRecords(row.facts).map((record) => ({
      ...record,
      type: recordTypeName(record.type),
    })),
  };
}

/** Bits of the header (RFC 1035 section 4.1.1, RFC 4035 section 3.2). */
function flags(query: number, response: number) {
  return {
    recursion_desired: ((query | response) & 0x0100) !== 0,
    recursion_available: (response & 0x0080) !== 0,
    authoritative: (response & 0x0400) !== 0,
    truncated: (response & 0x0200) !== 0,
    authentic_data: (response & 0x0020) !== 0,
    checking_disabled: ((query | response) & 0x0010) !== 0,
  };
}

/** The name in the letters of the query, or of the response; null if they are not told. */
function spelling(row: Row, kind: 'queryCapitals' | 'responseCapitals'): string | null {
  const capitals = factOf(row.facts, kind);
  return capitals === null ? null : withCapitals(row.queryName, capitals);
}

function malformed(
  row: Row,
  reasonKind: 'malformedQuery' | 'malformedResponse',
  octetsKind: 'queryOctets' | 'responseOctets',
) {
  const reason = factOf(row.facts, reasonKind);
  return reason === null ? null : { reason, first_octets: factOf(row.facts, octetsKind) ?? '' };
}

/** A text, or null, for each extended error. */
function errorTexts(row: Row): (string | null)[] {
  const texts = factsOf(row.facts, 'errorText');
  return row.extendedErrors.map((_code, index) => (texts[index] ? unescaped(texts[index]) : null));
}

function edns(row: Row) {
  const has = (bits: number) => (row.ednsFlags & bits) !== 0;
  if (!has(ednsFlags.queryHasEdns | ednsFlags.responseHasEdns)) return null;
  return {
    version: row.ednsVersion,
    udp_size: row.ednsUdpSize,
    response_udp_size: row.responseUdpSize === 0 ? null : row.responseUdpSize,
    dnssec_ok: has(ednsFlags.dnssecOk),
    client_subnet: row.clientSubnet === '' ? null : row.clientSubnet,
    client_subnet_scope: numberOf(row.facts, 'subnetScope'),
    cookie: has(ednsFlags.clientCookie | ednsFlags.serverCookie),
    client_cookie: has(ednsFlags.clientCookie),
    server_cookie: has(ednsFlags.serverCookie),
    server_id_asked: has(ednsFlags.nameServerIdAsked),
    server_id_given: has(ednsFlags.nameServerIdGiven),
    server_id: serverId(row),
    query_padded: has(ednsFlags.queryPadded),
    response_padded: has(ednsFlags.responsePadded),
    keep_alive: has(ednsFlags.keepAlive),
    extended_errors: [...row.extendedErrors],
    extended_error_texts: errorTexts(row),
  };
}

function serverId(row: Row): string | null {
  const text = factOf(row.facts, 'serverId');
  return text === null ? null : unescaped(text);
}

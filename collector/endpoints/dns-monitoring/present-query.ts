import { ednsFlags, noResponseCode, type Transport } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';
import type { storedQuerySchema } from '@sonde/shared/schemas/stored-query.ts';
import type { z } from 'zod';
import type { StoredQuery } from '../../ports/traffic/query-search.ts';

/** As people call them, and as submissions name them. */
const protocols: Readonly<Record<Transport, string>> = {
  unknown: 'unknown',
  udp: 'udp',
  tcp: 'tcp',
  tls: 'dot',
  https: 'doh',
  quic: 'doq',
  dnscrypt_udp: 'dnscrypt-udp',
  dnscrypt_tcp: 'dnscrypt-tcp',
};

/** A stored query as the API shows it. */
export function presentQuery(query: StoredQuery): z.input<typeof storedQuerySchema> {
  return {
    timestamp: timestamp(query.observedAt),
    location_id: query.locationId,
    agent_id: query.agentId,
    outcome: query.outcome,
    client_ip: query.clientAddress,
    client_port: query.clientPort,
    server_ip: query.serverAddress,
    server_port: query.serverPort,
    protocol: protocols[query.transport],
    name_service: query.nameService,
    query_name: query.queryName,
    query_type: recordTypeName(query.queryType),
    query_class: query.queryClass,
    response_code: query.responseCode === noResponseCode ? null : responseCodeName(query.responseCode),
    response_time_ms: query.outcome === 'answered' && query.latency > 0 ? query.latency / 1_000 : null,
    tcp_round_trip_ms: query.tcpRoundTrip === 0 ? null : query.tcpRoundTrip / 1_000,
    query_size: query.querySize,
    response_size: query.responseSize,
    flags: flags(query.queryFlags, query.responseFlags),
    edns: edns(query),
    policy_rule: query.policyRule === '' ? null : query.policyRule,
    records: query.records.map((record) => ({ ...record, type: recordTypeName(record.type) })),
  };
}

/** ISO 8601 with microseconds, which a Date has no room for. */
function timestamp(microseconds: number): string {
  const iso = new Date(Math.floor(microseconds / 1_000)).toISOString();
  return `${iso.slice(0, -1)}${String(microseconds % 1_000).padStart(3, '0')}Z`;
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

function edns(query: StoredQuery) {
  const has = (bits: number) => (query.ednsFlags & bits) !== 0;
  if (!has(ednsFlags.queryHasEdns | ednsFlags.responseHasEdns)) return null;
  return {
    version: query.ednsVersion,
    udp_size: query.ednsUdpSize,
    dnssec_ok: has(ednsFlags.dnssecOk),
    client_subnet: query.clientSubnet === '' ? null : query.clientSubnet,
    cookie: has(ednsFlags.clientCookie | ednsFlags.serverCookie),
    extended_errors: [...query.extendedErrors],
  };
}

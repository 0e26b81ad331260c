import type { Row } from '@sonde/shared/batch/row.ts';
import { ednsFlags, marks, noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';

const markNames: readonly (readonly [name: string, bit: number])[] = Object.entries(marks).map(
  ([name, bit]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), bit] as const,
);

/** A transaction for people and programs, in the words in which the collector's API tells of it. */
export function describeRow(row: Row): object {
  const { observedAt, responseFlags, queryFlags } = row;
  const isAnswered = row.outcome === 'answered';
  // What both messages carry is taken from the response where there is one.
  const flags = row.outcome === 'unanswered' ? queryFlags : responseFlags;
  const edns = row.ednsFlags;
  return {
    timestamp: microsecondTime(observedAt),
    outcome: row.outcome,
    client_ip: row.clientAddress,
    client_port: row.clientPort,
    server_ip: row.serverAddress,
    server_port: row.serverPort,
    protocol: row.transport,
    name_service: row.nameService,
    message_id: row.messageId,
    operation_code: (flags >> 11) & 0x0f,
    query_name: row.queryName,
    query_type: recordTypeName(row.queryType),
    query_class: row.queryClass,
    response_code: row.responseCode === noResponseCode ? null : responseCodeName(row.responseCode),
    response_time_ms: isAnswered ? row.latency / 1_000 : null,
    tcp_round_trip_ms: row.tcpRoundTrip === 0 ? null : row.tcpRoundTrip / 1_000,
    query_size: row.querySize,
    response_size: row.responseSize,
    flags: {
      recursion_desired: (flags & 0x100) !== 0,
      recursion_available: (responseFlags & 0x80) !== 0,
      authoritative: (responseFlags & 0x400) !== 0,
      truncated: (flags & 0x200) !== 0,
      authentic_data: (flags & 0x20) !== 0,
      checking_disabled: (flags & 0x10) !== 0,
    },
    edns:
      (edns & (ednsFlags.queryHasEdns | ednsFlags.responseHasEdns)) === 0
        ? null
        : {
            version: row.ednsVersion,
            udp_size: row.ednsUdpSize,
            dnssec_ok: (edns & ednsFlags.dnssecOk) !== 0,
            client_subnet: row.clientSubnet || null,
            cookie: (edns & ednsFlags.clientCookie) !== 0,
            extended_errors: row.extendedErrors,
          },
    marks: markNames.filter(([, bit]) => (row.marks & bit) !== 0).map(([name]) => name),
    records: row.records.map((record) => ({ ...record, type: recordTypeName(record.type) })),
  };
}

function microsecondTime(microseconds: number): string {
  const rest = String(microseconds % 1_000).padStart(3, '0');
  return new Date(Math.floor(microseconds / 1_000)).toISOString().replace('Z', `${rest}Z`);
}

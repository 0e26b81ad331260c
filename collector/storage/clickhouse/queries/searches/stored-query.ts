import type { NameService, Outcome, Section, Transport } from '@sonde/shared/batch/row-layout.ts';
import type { StoredQuery } from '../../../../ports/traffic/query-search.ts';
import { queriesColumns } from '../../migrations/queries-columns.ts';
import { plainAddress } from '../address.ts';

/** The list has all columns, the time as microseconds since 1970. */
export const storedColumns = queriesColumns
  .map(({ name }) => (name === 'observed_at' ? 'toUnixTimestamp64Micro(observed_at) AS at' : name))
  .join(', ');

/** A stored row is a row as ClickHouse's JSON has it. */
export interface StoredRow {
  readonly location_id: number;
  readonly agent_id: number;
  readonly at: number;
  readonly outcome: Outcome;
  readonly transport: Transport;
  readonly name_service: NameService;
  readonly edns_version: number;
  readonly latency_us: number;
  readonly tcp_round_trip_us: number;
  readonly client_address: string;
  readonly server_address: string;
  readonly client_port: number;
  readonly server_port: number;
  readonly message_id: number;
  readonly query_flags: number;
  readonly response_flags: number;
  readonly response_code: number;
  readonly query_type: number;
  readonly query_class: number;
  readonly query_size: number;
  readonly response_size: number;
  readonly edns_flags: number;
  readonly edns_udp_size: number;
  readonly answer_count: number;
  readonly authority_count: number;
  readonly additional_count: number;
  readonly marks: number;
  readonly response_udp_size: number;
  readonly vlan: number;
  readonly query_name: string;
  readonly client_subnet: string;
  readonly extended_errors: number[];
  readonly policy_rule: string;
  /** The name is empty if it is the query name; rows from before that have it spelled out. */
  readonly records: { section: Section; name: string; type: number; ttl: number; data: string }[];
  readonly facts: { kind: number; value: string }[];
}

export function storedQuery(row: StoredRow): StoredQuery {
  return {
    locationId: row.location_id,
    agentId: row.agent_id,
    observedAt: row.at,
    outcome: row.outcome,
    transport: row.transport,
    nameService: row.name_service,
    ednsVersion: row.edns_version,
    latency: row.latency_us,
    tcpRoundTrip: row.tcp_round_trip_us,
    clientAddress: plainAddress(row.client_address),
    serverAddress: plainAddress(row.server_address),
    clientPort: row.client_port,
    serverPort: row.server_port,
    messageId: row.message_id,
    queryFlags: row.query_flags,
    responseFlags: row.response_flags,
    responseCode: row.response_code,
    queryType: row.query_type,
    queryClass: row.query_class,
    querySize: row.query_size,
    responseSize: row.response_size,
    ednsFlags: row.edns_flags,
    ednsUdpSize: row.edns_udp_size,
    answerCount: row.answer_count,
    authorityCount: row.authority_count,
    additionalCount: row.additional_count,
    marks: row.marks,
    responseUdpSize: row.response_udp_size,
    vlan: row.vlan,
    queryName: row.query_name,
    clientSubnet: row.client_subnet,
    extendedErrors: row.extended_errors,
    policyRule: row.policy_rule,
    records: row.records.map((record) => (record.name === '' ? { ...record, name: row.query_name } : record)),
    facts: row.facts,
  };
}

import type { Migration } from './migration.ts';

/**
 * Connections of encrypted DNS. A connection is told of several times under one id, and of one that is told of twice the last telling
 * stays. Questions ask with FINAL, since merges are made some time or other.
 */
export const encryptedFlows: Migration = {
  number: 21,
  name: 'encrypted flows',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('encrypted_flows')}${onCluster} (
  location_id UInt32 CODEC(ZSTD(1)),
  agent_id UInt32 CODEC(ZSTD(1)),
  id UUID CODEC(NONE),
  telling UInt32 CODEC(ZSTD(1)),
  started_at DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
  last_seen_at DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
  is_open UInt8 CODEC(ZSTD(1)),
  client_address IPv6 CODEC(ZSTD(1)),
  client_port UInt16 CODEC(ZSTD(1)),
  server_address IPv6 CODEC(ZSTD(1)),
  server_port UInt16 CODEC(ZSTD(1)),
  transport LowCardinality(String) CODEC(ZSTD(1)),
  hello LowCardinality(String) CODEC(ZSTD(1)),
  server_name String CODEC(ZSTD(1)),
  alpn Array(LowCardinality(String)) CODEC(ZSTD(1)),
  ja4 LowCardinality(String) CODEC(ZSTD(1)),
  ech UInt8 CODEC(ZSTD(1)),
  provider LowCardinality(String) CODEC(ZSTD(1)),
  octets_to_server UInt64 CODEC(T64, ZSTD(1)),
  octets_to_client UInt64 CODEC(T64, ZSTD(1)),
  looked_up LowCardinality(String) CODEC(ZSTD(1)),
  client_hidden UInt8 CODEC(ZSTD(1)),
  vlan UInt16 CODEC(ZSTD(1))
) ENGINE = ${engine('ReplacingMergeTree', 'encrypted_flows', 'telling')}
PARTITION BY toYYYYMMDD(started_at)
ORDER BY (location_id, started_at, id)`,
    ...spread('encrypted_flows', 'location_id'),
  ],
};

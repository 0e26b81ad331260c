import type { Migration } from '../migration.ts';
import { queriesColumns } from '../queries-columns.ts';

/**
 * Columns are packed so, by measurement on generated traffic (docs/decisions/0007-rows-by-name-within-a-day.md).
 * Columns that are not named here take the default below.
 */
const codecs: Readonly<Record<string, string>> = {
  observed_at: 'Delta, ZSTD(1)',
  latency_us: 'T64, ZSTD(1)',
  tcp_round_trip_us: 'T64, ZSTD(1)',
  query_size: 'T64, ZSTD(1)',
  response_size: 'T64, ZSTD(1)',
  client_port: 'LZ4',
  message_id: 'LZ4',
  query_name: 'ZSTD(3)',
  records: 'ZSTD(3)',
};

/** Columns that migration 20 adds. */
const later = ['response_udp_size', 'vlan', 'facts'];

const columns = queriesColumns
  .filter(({ name }) => !later.includes(name))
  .map(({ name, type }) => `  ${name} ${type} CODEC(${codecs[name] ?? 'ZSTD(1)'})`)
  .join(',\n');

/**
 * The table has one row per query and response. The order serves names: all below a suffix lie together, day by day.
 * Time is served by the partitions alone, which is why nothing but single rows is ever looked for here: counts come
 * from the rollups. Of the orders tried this one packs best by far, since neighbours are alike: 22.1 bytes a row,
 * against 29.8 for hours first and 27.3 for four hours first (bench, a million rows a day).
 */
export const queries: Migration = {
  number: 1,
  name: 'queries',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('queries')}${onCluster} (
${columns},
  INDEX client_address client_address TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = ${engine('MergeTree', 'queries')}
PARTITION BY toYYYYMMDD(observed_at)
ORDER BY (location_id, reverse(query_name), observed_at)
SETTINGS index_granularity = 4096, non_replicated_deduplication_window = 100000, replicated_deduplication_window = 100000`,
    ...spread('queries', 'location_id'),
  ],
};

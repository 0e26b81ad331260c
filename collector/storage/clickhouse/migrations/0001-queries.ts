import type { Migration } from './migration.ts';
import { queriesColumns } from './queries-columns.ts';

/**
 * How columns are packed, by measurement on rows of a resolver's traffic (docs/decisions tells the figures).
 * Columns that are not named here take the default below.
 */
const codecs: Readonly<Record<string, string>> = {
  observed_at: 'Delta, ZSTD(1)',
  latency_us: 'T64, ZSTD(1)',
  tcp_round_trip_us: 'T64, ZSTD(1)',
  query_size: 'T64, ZSTD(1)',
  response_size: 'T64, ZSTD(1)',
  client_port: 'NONE',
  message_id: 'NONE',
  query_name: 'ZSTD(3)',
  records: 'ZSTD(3)',
};

const columns = queriesColumns
  .map(({ name, type }) => `  ${name} ${type} CODEC(${codecs[name] ?? 'ZSTD(1)'})`)
  .join(',\n');

/**
 * One row per query and response. The order serves three kinds of question at once: an hour's rows of a location lie
 * together, within them the names below one suffix, and a name's rows by time; and it packs best, since neighbours
 * are alike. `toStartOfHour(observed_at)` has to appear in a condition for the key to be of use.
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
ORDER BY (toStartOfHour(observed_at), location_id, reverse(query_name), observed_at)
SETTINGS non_replicated_deduplication_window = 100000, replicated_deduplication_window = 100000`,
    ...spread('queries', 'location_id'),
  ],
};

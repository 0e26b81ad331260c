import type { Migration } from '../migration.ts';
import { rollupSettings } from '../rollup.ts';

/**
 * The migration makes searches quick. Days that are over become one part each: a search opens all columns of every
 * part. Packed blocks are small, since a page of rows that lie far apart unpacks a block for each of them (a fifth of
 * the processor time of such a page for 0.3 bytes a row). And the days of a client lie together, while its hours lie
 * day by day.
 */
export const searchDays: Migration = {
  number: 6,
  name: 'search days',
  statements: ({ onCluster, local, engine, spread }) => [
    `ALTER TABLE ${local('queries')}${onCluster} MODIFY SETTING
  min_compress_block_size = 8192,
  min_age_to_force_merge_seconds = 14400, min_age_to_force_merge_on_partition_only = 1`,

    `CREATE TABLE IF NOT EXISTS ${local('client_days')}${onCluster} (
  location_id UInt32 CODEC(ZSTD(1)),
  client_address IPv6 CODEC(ZSTD(1)),
  day Date CODEC(Delta, ZSTD(1)),
  queries UInt64 CODEC(T64, ZSTD(1))
) ENGINE = ${engine('SummingMergeTree', 'client_days')}
PARTITION BY toYYYYMM(day)
ORDER BY (location_id, client_address, day)
${rollupSettings}`,
    ...spread('client_days', 'location_id'),
    // What was counted before, ahead of the view, which counts from here on; the token makes it once.
    `INSERT INTO client_days SELECT location_id, client_address, toDate(hour) AS day, sum(queries) AS queries
FROM client_hours GROUP BY location_id, client_address, day ORDER BY location_id, client_address, day
SETTINGS insert_deduplication_token = 'client_days', deduplicate_insert_select = 'force_enable', max_threads = 1`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS client_days_view${onCluster} TO ${local('client_days')} AS
SELECT location_id, client_address, toDate(hour) AS day, sum(queries) AS queries
FROM ${local('client_hours')} GROUP BY location_id, client_address, day`,
  ],
};

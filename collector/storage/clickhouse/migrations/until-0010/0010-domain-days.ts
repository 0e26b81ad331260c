import type { Migration } from '../migration.ts';
import { registrableDomain, rollupSettings } from '../rollup.ts';

/**
 * Registrable domains are counted by day, beside the counts of all time. Both count from the names of the hour that an
 * insert brings, by way of a table that keeps nothing: a name's domain is computed once for an inserted block. A
 * domain's days lie together, which takes 0.15 bytes for a row of traffic; with the day first it would be 0.5. A
 * question then reads its months, so that short ones are answered by the hours' names instead.
 */
export const domainDays: Migration = {
  number: 10,
  name: 'domain days',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('domain_days')}${onCluster} (
  location_id UInt32 CODEC(ZSTD(1)),
  domain String CODEC(ZSTD(3)),
  day Date CODEC(Delta, ZSTD(1)),
  queries UInt64 CODEC(T64, ZSTD(1))
) ENGINE = ${engine('SummingMergeTree', 'domain_days')}
PARTITION BY toYYYYMM(day)
ORDER BY (location_id, domain, day)
${rollupSettings}`,
    ...spread('domain_days', 'location_id'),
    `CREATE TABLE IF NOT EXISTS block_domains${onCluster} (
  hour DateTime('UTC'),
  location_id UInt32,
  domain String,
  queries UInt64
) ENGINE = Null`,
    `DROP VIEW IF EXISTS domains_by_hour_view${onCluster} SYNC`,

    // What was counted before, ahead of the view, which counts from here on; the token makes it once.
    `INSERT INTO domain_days SELECT location_id, ${registrableDomain('name')} AS domain, toDate(hour) AS day, sum(queries) AS queries
FROM hour_names
WHERE (SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'block_domains_view') = 0
GROUP BY location_id, domain, day ORDER BY location_id, domain, day
SETTINGS insert_deduplication_token = 'domain_days', deduplicate_insert_select = 'force_enable', max_threads = 1,
  max_bytes_before_external_group_by = 134217728, max_bytes_before_external_sort = 134217728`,

    `CREATE MATERIALIZED VIEW IF NOT EXISTS domain_days_by_block_view${onCluster} TO ${local('domain_days')} AS
SELECT location_id, domain, toDate(hour) AS day, sum(queries) AS queries
FROM block_domains GROUP BY location_id, domain, day`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS domains_by_block_view${onCluster} TO ${local('domains')} AS
SELECT location_id, domain, min(hour) AS first_seen, max(hour) AS last_seen, sum(queries) AS queries
FROM block_domains GROUP BY location_id, domain`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS block_domains_view${onCluster} TO block_domains AS
SELECT hour, location_id, ${registrableDomain('name')} AS domain, sum(queries) AS queries
FROM ${local('hour_names')} GROUP BY hour, location_id, domain`,
  ],
};

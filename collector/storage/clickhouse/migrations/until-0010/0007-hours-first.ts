import type { Migration } from '../migration.ts';
import { registrableDomain, rollupSettings } from '../rollup.ts';

/**
 * The condition tells whether what was counted before is still to go over: ahead of the first of the views, through
 * which it would be counted once more. The token makes it once if it is repeated.
 */
const isAhead = `(SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'domains_by_hour_view') = 0`;
const fill = (token: string): string =>
  `SETTINGS insert_deduplication_token = '${token}', deduplicate_insert_select = 'force_enable', max_threads = 1,
  max_bytes_before_external_group_by = 134217728, max_bytes_before_external_sort = 134217728`;

/** Sketches are dear to read, and a question wants few of them: short runs of rows between two marks. */
const sketchSettings = `${rollupSettings}, index_granularity = 64`;

/**
 * Rollups lie in the order in which they are asked for: the hours of a scope lie together; before, the day and the name
 * came first and a question read all hours of its days. Names are then stored once an hour (0.6 bytes a row more).
 * Registrable domains are counted over all time alone, and names are no longer estimated: nobody asked for either by
 * the hour.
 */
export const hoursFirst: Migration = {
  number: 7,
  name: 'hours first',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('hour_names')}${onCluster} (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  name String CODEC(ZSTD(3)),
  queries UInt64 CODEC(T64, ZSTD(1))
) ENGINE = ${engine('SummingMergeTree', 'hour_names')}
PARTITION BY toYYYYMM(hour)
ORDER BY (location_id, hour, name)
${rollupSettings}`,
    ...spread('hour_names', 'location_id'),
    `CREATE TABLE IF NOT EXISTS ${local('hour_clients')}${onCluster} (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  client_address IPv6 CODEC(ZSTD(1)),
  queries UInt64 CODEC(T64, ZSTD(1))
) ENGINE = ${engine('SummingMergeTree', 'hour_clients')}
PARTITION BY toYYYYMM(hour)
ORDER BY (location_id, hour, client_address)
${rollupSettings}`,
    ...spread('hour_clients', 'location_id'),
    ...(['minute', 'hour'] as const).flatMap((unit) => [
      `CREATE TABLE IF NOT EXISTS ${local(`${unit}_latencies`)}${onCluster} (
  ${unit} DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  agent_id UInt32 CODEC(ZSTD(1)),
  latency AggregateFunction(quantilesDD(0.02, 0.5, 0.95, 0.99), UInt32) CODEC(ZSTD(3))
) ENGINE = ${engine('AggregatingMergeTree', `${unit}_latencies`)}
PARTITION BY toYYYYMM(${unit})
ORDER BY (location_id, ${unit}, agent_id)
${sketchSettings}`,
      ...spread(`${unit}_latencies`, 'location_id'),
    ]),

    ...oldViews.map((view) => `DROP VIEW IF EXISTS ${view}${onCluster} SYNC`),

    `INSERT INTO hour_names SELECT hour, location_id, name, sum(queries) AS queries FROM name_hours
WHERE ${isAhead} GROUP BY hour, location_id, name ORDER BY location_id, hour, name
${fill('hour_names')}`,
    `INSERT INTO hour_clients SELECT hour, location_id, client_address, sum(queries) AS queries FROM client_hours
WHERE ${isAhead} GROUP BY hour, location_id, client_address ORDER BY location_id, hour, client_address
${fill('hour_clients')}`,
    ...(['minute', 'hour'] as const).map(
      (unit) => `INSERT INTO ${unit}_latencies
SELECT ${unit}, location_id, agent_id, quantilesDDMergeState(0.02, 0.5, 0.95, 0.99)(latency) AS latency
FROM latency_${unit}s WHERE ${isAhead} GROUP BY ${unit}, location_id, agent_id ORDER BY location_id, ${unit}, agent_id
${fill(`${unit}_latencies`)}`,
    ),

    // A name's domain is computed once for an inserted block.
    `CREATE MATERIALIZED VIEW IF NOT EXISTS domains_by_hour_view${onCluster} TO ${local('domains')} AS
SELECT location_id, ${registrableDomain('name')} AS domain, min(hour) AS first_seen, max(hour) AS last_seen, sum(queries) AS queries
FROM ${local('hour_names')} GROUP BY location_id, domain`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS name_days_by_hour_view${onCluster} TO ${local('name_days')} AS
SELECT location_id, name, groupUniqArray(toDate(hour)) AS days, max(hour) AS last_seen, sum(queries) AS queries
FROM ${local('hour_names')} GROUP BY location_id, name`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS hour_names_view${onCluster} TO ${local('hour_names')} AS
SELECT toStartOfHour(observed_at) AS hour, location_id, query_name AS name, count() AS queries
FROM ${local('queries')} GROUP BY hour, location_id, name`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS hour_clients_view${onCluster} TO ${local('hour_clients')} AS
SELECT toStartOfHour(observed_at) AS hour, location_id, client_address, count() AS queries
FROM ${local('queries')} GROUP BY hour, location_id, client_address`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS client_days_by_hour_view${onCluster} TO ${local('client_days')} AS
SELECT location_id, client_address, toDate(hour) AS day, sum(queries) AS queries
FROM ${local('hour_clients')} GROUP BY location_id, client_address, day`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS minute_latencies_view${onCluster} TO ${local('minute_latencies')} AS
SELECT toStartOfMinute(observed_at) AS minute, location_id, agent_id,
  quantilesDDState(0.02, 0.5, 0.95, 0.99)(latency_us) AS latency
FROM ${local('queries')} WHERE outcome = 'answered'
GROUP BY minute, location_id, agent_id`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS hour_latencies_view${onCluster} TO ${local('hour_latencies')} AS
SELECT toStartOfHour(minute) AS hour, location_id, agent_id,
  quantilesDDMergeState(0.02, 0.5, 0.95, 0.99)(latency) AS latency
FROM ${local('minute_latencies')} GROUP BY hour, location_id, agent_id`,
  ],
};

/** The views at the rows come first: what they fill is then complete. */
const oldViews = [
  'name_hours_view',
  'client_hours_view',
  'latency_minutes_view',
  'latency_hours_view',
  'name_uniques_view',
  'name_days_view',
  'domain_hours_view',
  'domains_view',
  'client_days_view',
];

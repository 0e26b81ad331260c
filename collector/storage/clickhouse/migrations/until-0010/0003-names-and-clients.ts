import type { Migration } from '../migration.ts';
import { registrableDomain, rollupSettings } from '../rollup.ts';

/**
 * The tables count names and clients by hour. Registrable domains are counted from the hours' names instead of from
 * rows: a name's domain is computed once for an inserted block. The day stands first in their order and the hour last:
 * a name is then stored once a day, which takes half the room.
 */
export const namesAndClients: Migration = {
  number: 3,
  name: 'names and clients',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('name_hours')}${onCluster} (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  name String CODEC(ZSTD(3)),
  queries UInt64 CODEC(T64, ZSTD(1))
) ENGINE = ${engine('SummingMergeTree', 'name_hours')}
PARTITION BY toYYYYMM(hour)
ORDER BY (location_id, toDate(hour), reverse(name), hour)
${rollupSettings}`,
    ...spread('name_hours', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS name_hours_view${onCluster} TO ${local('name_hours')} AS
SELECT toStartOfHour(observed_at) AS hour, location_id, query_name AS name, count() AS queries
FROM ${local('queries')} GROUP BY hour, location_id, name`,

    `CREATE TABLE IF NOT EXISTS ${local('name_uniques')}${onCluster} (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  names AggregateFunction(uniqCombined(12), String) CODEC(ZSTD(3))
) ENGINE = ${engine('AggregatingMergeTree', 'name_uniques')}
PARTITION BY toYYYYMM(hour)
ORDER BY (location_id, hour)
${rollupSettings}`,
    ...spread('name_uniques', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS name_uniques_view${onCluster} TO ${local('name_uniques')} AS
SELECT hour, location_id, uniqCombinedState(12)(name) AS names
FROM ${local('name_hours')} GROUP BY hour, location_id`,

    // Tells a search on which days it need look at rows at all.
    `CREATE TABLE IF NOT EXISTS ${local('name_days')}${onCluster} (
  location_id UInt32 CODEC(ZSTD(1)),
  name String CODEC(ZSTD(3)),
  days SimpleAggregateFunction(groupUniqArrayArray, Array(Date)) CODEC(ZSTD(1)),
  last_seen SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1)),
  queries SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1))
) ENGINE = ${engine('AggregatingMergeTree', 'name_days')}
ORDER BY (location_id, reverse(name))
${rollupSettings}`,
    ...spread('name_days', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS name_days_view${onCluster} TO ${local('name_days')} AS
SELECT location_id, name, groupUniqArray(toDate(hour)) AS days, max(hour) AS last_seen, sum(queries) AS queries
FROM ${local('name_hours')} GROUP BY location_id, name`,

    `CREATE TABLE IF NOT EXISTS ${local('domain_hours')}${onCluster} (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  domain String CODEC(ZSTD(3)),
  queries UInt64 CODEC(T64, ZSTD(1))
) ENGINE = ${engine('SummingMergeTree', 'domain_hours')}
PARTITION BY toYYYYMM(hour)
ORDER BY (location_id, toDate(hour), domain, hour)
${rollupSettings}`,
    ...spread('domain_hours', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS domain_hours_view${onCluster} TO ${local('domain_hours')} AS
SELECT hour, location_id, ${registrableDomain('name')} AS domain, sum(queries) AS queries
FROM ${local('name_hours')} GROUP BY hour, location_id, domain`,

    `CREATE TABLE IF NOT EXISTS ${local('domains')}${onCluster} (
  location_id UInt32 CODEC(ZSTD(1)),
  domain String CODEC(ZSTD(3)),
  first_seen SimpleAggregateFunction(min, DateTime('UTC')) CODEC(ZSTD(1)),
  last_seen SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1)),
  queries SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1))
) ENGINE = ${engine('AggregatingMergeTree', 'domains')}
ORDER BY (location_id, domain)
${rollupSettings}`,
    ...spread('domains', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS domains_view${onCluster} TO ${local('domains')} AS
SELECT location_id, domain, min(hour) AS first_seen, max(hour) AS last_seen, sum(queries) AS queries
FROM ${local('domain_hours')} GROUP BY location_id, domain`,

    `CREATE TABLE IF NOT EXISTS ${local('client_hours')}${onCluster} (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  client_address IPv6 CODEC(ZSTD(1)),
  queries UInt64 CODEC(T64, ZSTD(1))
) ENGINE = ${engine('SummingMergeTree', 'client_hours')}
PARTITION BY toYYYYMM(hour)
ORDER BY (location_id, toDate(hour), client_address, hour)
${rollupSettings}`,
    ...spread('client_hours', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS client_hours_view${onCluster} TO ${local('client_hours')} AS
SELECT toStartOfHour(observed_at) AS hour, location_id, client_address, count() AS queries
FROM ${local('queries')} GROUP BY hour, location_id, client_address`,
  ],
};

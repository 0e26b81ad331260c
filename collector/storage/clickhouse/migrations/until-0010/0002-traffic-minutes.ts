import { outcomes, transports } from '@sonde/shared/batch/row-layout.ts';
import type { Migration } from '../migration.ts';
import { enumType, rollupSettings } from '../rollup.ts';

/**
 * The tables have counts and sizes by minute, and latencies as sketches (2 % off at most). Every dimension is part of
 * the order: a merge adds up rows that agree in the order, whatever else they say.
 */
export const trafficMinutes: Migration = {
  number: 2,
  name: 'traffic minutes',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('traffic_minutes')}${onCluster} (
  minute DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  agent_id UInt32 CODEC(ZSTD(1)),
  outcome ${enumType(outcomes)} CODEC(ZSTD(1)),
  transport ${enumType(transports)} CODEC(ZSTD(1)),
  response_code UInt16 CODEC(ZSTD(1)),
  query_type UInt16 CODEC(ZSTD(1)),
  queries UInt64 CODEC(T64, ZSTD(1)),
  query_bytes UInt64 CODEC(T64, ZSTD(1)),
  response_bytes UInt64 CODEC(T64, ZSTD(1)),
  first_seen SimpleAggregateFunction(min, DateTime64(6, 'UTC')) CODEC(Delta, ZSTD(1)),
  last_seen SimpleAggregateFunction(max, DateTime64(6, 'UTC')) CODEC(Delta, ZSTD(1))
) ENGINE = ${engine('SummingMergeTree', 'traffic_minutes')}
PARTITION BY toYYYYMM(minute)
ORDER BY (location_id, minute, agent_id, outcome, transport, response_code, query_type)
${rollupSettings}`,
    ...spread('traffic_minutes', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS traffic_minutes_view${onCluster} TO ${local('traffic_minutes')} AS
SELECT toStartOfMinute(observed_at) AS minute, location_id, agent_id, outcome, transport, response_code, query_type,
  count() AS queries, sum(query_size) AS query_bytes, sum(response_size) AS response_bytes,
  min(observed_at) AS first_seen, max(observed_at) AS last_seen
FROM ${local('queries')}
GROUP BY minute, location_id, agent_id, outcome, transport, response_code, query_type`,

    `CREATE TABLE IF NOT EXISTS ${local('latency_minutes')}${onCluster} (
  minute DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  agent_id UInt32 CODEC(ZSTD(1)),
  latency AggregateFunction(quantilesDD(0.02, 0.5, 0.95, 0.99), UInt32) CODEC(ZSTD(3))
) ENGINE = ${engine('AggregatingMergeTree', 'latency_minutes')}
PARTITION BY toYYYYMM(minute)
ORDER BY (location_id, minute, agent_id)
${rollupSettings}`,
    ...spread('latency_minutes', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS latency_minutes_view${onCluster} TO ${local('latency_minutes')} AS
SELECT toStartOfMinute(observed_at) AS minute, location_id, agent_id,
  quantilesDDState(0.02, 0.5, 0.95, 0.99)(latency_us) AS latency
FROM ${local('queries')} WHERE outcome = 'answered'
GROUP BY minute, location_id, agent_id`,

    // A day's latency is then merged from 24 sketches of a sender instead of 1440.
    `CREATE TABLE IF NOT EXISTS ${local('latency_hours')}${onCluster} (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  location_id UInt32 CODEC(ZSTD(1)),
  agent_id UInt32 CODEC(ZSTD(1)),
  latency AggregateFunction(quantilesDD(0.02, 0.5, 0.95, 0.99), UInt32) CODEC(ZSTD(3))
) ENGINE = ${engine('AggregatingMergeTree', 'latency_hours')}
PARTITION BY toYYYYMM(hour)
ORDER BY (location_id, toDate(hour), hour, agent_id)
${rollupSettings}`,
    ...spread('latency_hours', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS latency_hours_view${onCluster} TO ${local('latency_hours')} AS
SELECT toStartOfHour(minute) AS hour, location_id, agent_id,
  quantilesDDMergeState(0.02, 0.5, 0.95, 0.99)(latency) AS latency
FROM ${local('latency_minutes')} GROUP BY hour, location_id, agent_id`,
  ],
};

import type { Migration } from './migration.ts';

/**
 * Registrable domains by what showed them beside own traffic: all, so that a new one is known as new, and the new ones by day, so that they
 * are found without reading all. What was not shown for longer than the longest certificate lives is forgotten, and would be new again.
 */
export const newDomains: Migration = {
  number: 19,
  name: 'new domains',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('seen_domains')}${onCluster} (
  source LowCardinality(String) CODEC(ZSTD(1)),
  domain String CODEC(ZSTD(3)),
  first_seen SimpleAggregateFunction(min, DateTime('UTC')) CODEC(ZSTD(1)),
  last_seen SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1))
) ENGINE = ${engine('AggregatingMergeTree', 'seen_domains')}
ORDER BY (source, domain)
TTL last_seen + INTERVAL 400 DAY
SETTINGS index_granularity = 1024`,
    ...spread('seen_domains', 'cityHash64(domain)'),
    `CREATE TABLE IF NOT EXISTS ${local('new_domains')}${onCluster} (
  source LowCardinality(String) CODEC(ZSTD(1)),
  day Date CODEC(ZSTD(1)),
  domain String CODEC(ZSTD(3)),
  first_seen SimpleAggregateFunction(min, DateTime('UTC')) CODEC(ZSTD(1))
) ENGINE = ${engine('AggregatingMergeTree', 'new_domains')}
PARTITION BY toYYYYMM(day)
ORDER BY (source, day, domain)
TTL day + INTERVAL 400 DAY`,
    ...spread('new_domains', 'cityHash64(domain)'),
  ],
};

import type { Migration } from './migration.ts';

/**
 * Certificates out of logs lie once for each of their names, so that all below a domain lie together. The same one in
 * several logs, and a precertificate and its certificate, become one row. A partition has the certificates that were
 * taken on one day: whole partitions go when their time is past.
 */
export const certificates: Migration = {
  number: 18,
  name: 'certificates',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('certificates')}${onCluster} (
  name String CODEC(ZSTD(3)),
  id UUID CODEC(NONE),
  day Date CODEC(ZSTD(1)),
  issuer SimpleAggregateFunction(any, LowCardinality(String)) CODEC(ZSTD(1)),
  organization SimpleAggregateFunction(any, LowCardinality(String)) CODEC(ZSTD(1)),
  serial SimpleAggregateFunction(any, String) CODEC(ZSTD(1)),
  not_before SimpleAggregateFunction(any, DateTime('UTC')) CODEC(ZSTD(1)),
  not_after SimpleAggregateFunction(any, DateTime('UTC')) CODEC(ZSTD(1)),
  names SimpleAggregateFunction(any, Array(String)) CODEC(ZSTD(3)),
  name_count SimpleAggregateFunction(any, UInt16) CODEC(ZSTD(1)),
  logged_at SimpleAggregateFunction(min, DateTime('UTC')) CODEC(ZSTD(1)),
  is_precertificate SimpleAggregateFunction(min, UInt8) CODEC(ZSTD(1)),
  logs SimpleAggregateFunction(groupUniqArrayArray, Array(String)) CODEC(ZSTD(1))
) ENGINE = ${engine('AggregatingMergeTree', 'certificates')}
PARTITION BY toYYYYMMDD(day)
ORDER BY (reverse(name), name, id)`,
    ...spread('certificates', 'cityHash64(name)'),
  ],
};

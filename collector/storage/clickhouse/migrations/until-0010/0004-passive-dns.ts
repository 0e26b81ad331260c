import type { Migration } from '../migration.ts';
import { rollupSettings } from '../rollup.ts';

const columns = `
  name String CODEC(ZSTD(3)),
  type UInt16 CODEC(ZSTD(1)),
  data String CODEC(ZSTD(3)),
  location_id UInt32 CODEC(ZSTD(1)),
  first_seen SimpleAggregateFunction(min, DateTime('UTC')) CODEC(ZSTD(1)),
  last_seen SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1)),
  sightings SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1))`;

/**
 * Passive DNS keeps which name had which data, from answers (and referrals, as far as they name servers), each pair
 * once with its times. Signatures and their like (RRSIG, NSEC, NSEC3, OPT, TSIG) change with every answer and tell
 * nothing of a name. Kept twice: by name, so that all below a suffix lie together, and by data.
 */
export const passiveDns: Migration = {
  number: 4,
  name: 'passive dns',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('passive_dns')}${onCluster} (${columns}
) ENGINE = ${engine('AggregatingMergeTree', 'passive_dns')}
ORDER BY (reverse(name), name, type, data, location_id)
${rollupSettings}`,
    ...spread('passive_dns', 'location_id'),
    `CREATE TABLE IF NOT EXISTS ${local('passive_dns_by_data')}${onCluster} (${columns}
) ENGINE = ${engine('AggregatingMergeTree', 'passive_dns_by_data')}
ORDER BY (data, type, name, location_id)
${rollupSettings}`,
    ...spread('passive_dns_by_data', 'location_id'),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS passive_dns_view${onCluster} TO ${local('passive_dns')} AS
SELECT record.name AS name, record.type AS type, record.data AS data, location_id,
  toDateTime(min(observed_at)) AS first_seen, toDateTime(max(observed_at)) AS last_seen, count() AS sightings
FROM ${local('queries')} ARRAY JOIN records AS record
WHERE name_service = 'dns' AND response_code IN (0, 3)
  AND (record.section = 'answer' AND record.type NOT IN (41, 46, 47, 50, 250) OR record.section = 'authority' AND record.type = 2)
GROUP BY name, type, data, location_id`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS passive_dns_by_data_view${onCluster} TO ${local('passive_dns_by_data')} AS
SELECT * FROM ${local('passive_dns')}`,
  ],
};

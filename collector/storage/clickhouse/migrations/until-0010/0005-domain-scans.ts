import type { Migration } from '../migration.ts';
import { enumType, rollupSettings } from '../rollup.ts';

/**
 * The table has every scan of a domain, as it was. Asked for by domain and time; what history lists show stands beside
 * the parts, which are large and only read for one scan or a few.
 */
export const domainScans: Migration = {
  number: 5,
  name: 'domain scans',
  statements: ({ onCluster, local, engine, spread }) => [
    `CREATE TABLE IF NOT EXISTS ${local('domain_scans')}${onCluster} (
  domain String CODEC(ZSTD(3)),
  scanned_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  id UUID,
  milliseconds UInt32 CODEC(T64, ZSTD(1)),
  trigger ${enumType({ request: 1, bulk: 2, monitor: 3 })},
  checks Array(LowCardinality(String)),
  failures UInt16 CODEC(T64, ZSTD(1)),
  warnings UInt16 CODEC(T64, ZSTD(1)),
  summary String CODEC(ZSTD(3)),
  parts String CODEC(ZSTD(3))
) ENGINE = ${engine('MergeTree', 'domain_scans')}
PARTITION BY toYYYYMM(scanned_at)
ORDER BY (domain, scanned_at, id)
${rollupSettings}`,
    ...spread('domain_scans', 'cityHash64(domain)'),
  ],
};

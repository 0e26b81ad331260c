import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { NamedCount } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { fromRollup } from './scope.ts';

const sources = {
  name: { rollup: 'hour_names', inRollup: 'name', inRows: 'query_name' },
  client: { rollup: 'hour_clients', inRollup: 'client_address', inRows: 'client_address' },
} as const;

/** Finds the most frequent names or clients, and how many there are in all: counted once for both. */
export async function topAndAll(
  clickhouse: ClickHouse,
  scope: QueryFilter,
  of: keyof typeof sources,
  limit: number,
): Promise<{ readonly top: NamedCount<string>[]; readonly all: number }> {
  const { rollup, inRollup, inRows } = sources[of];
  const { sql, parameters } = fromRollup(scope, 'hour', {
    rollup: `SELECT ${inRollup} AS name, queries FROM ${rollup} WHERE %s`,
    rows: `SELECT ${inRows} AS name, count() AS queries FROM queries WHERE %s GROUP BY name`,
  });
  const rows = await clickhouse.query<NamedCount<string> & { all: number }>(
    `SELECT name, sum(queries) AS count, count() OVER () AS all FROM ${sql}
     GROUP BY name ORDER BY count DESC, name LIMIT {limit:UInt32}`,
    { ...parameters, limit },
  );
  return { top: rows.map(({ name, count }) => ({ name, count })), all: rows[0]?.all ?? 0 };
}

import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { fromRollup } from './scope.ts';

/** How many names were asked for; an estimate (2 % off) beyond some hundreds. */
export async function uniqueNames(clickhouse: ClickHouse, scope: TrafficScope): Promise<number> {
  const { sql, parameters } = fromRollup(scope, 'hour', {
    rollup: 'SELECT names FROM name_uniques WHERE %s',
    rows: 'SELECT uniqCombinedState(12)(query_name) AS names FROM queries WHERE %s',
  });
  const [row] = await clickhouse.query<{ count: number }>(
    `SELECT uniqCombinedMerge(12)(names) AS count FROM ${sql}`,
    parameters,
  );
  return row!.count;
}

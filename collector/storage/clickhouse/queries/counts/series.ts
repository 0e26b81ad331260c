import type { TrafficPoint, TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { buckets } from './buckets.ts';
import { isFailure } from './failure.ts';
import { fromRollup, inScope, scopeParameters } from './scope.ts';

/**
 * Queries by time. Buckets begin at multiples of their length since 1970; the first and the last hold what lies within
 * the scope. Buckets of whole minutes come from the rollup.
 */
export async function series(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  bucketSeconds: number,
): Promise<TrafficPoint[]> {
  const points = buckets(scope, bucketSeconds);
  const at = (column: string): string =>
    `intDiv(toUnixTimestamp(${column}), {seconds:UInt32}) * {seconds:UInt32} AS at`;
  const rows = `SELECT ${at('observed_at')}, count() AS queries, countIf(${isFailure}) AS failures FROM queries`;
  const { sql, parameters } =
    bucketSeconds % 60 === 0
      ? fromRollup(scope, 'minute', {
          rollup: `SELECT ${at('minute')}, sum(queries) AS queries, sumIf(queries, ${isFailure}) AS failures
            FROM traffic_minutes WHERE %s GROUP BY at`,
          rows: `${rows} WHERE %s GROUP BY at`,
        })
      : { sql: `(${rows} WHERE ${inScope} GROUP BY at)`, parameters: scopeParameters(scope) };
  const found = await clickhouse.query<{ at: number; queries: number; failures: number }>(
    `SELECT at, sum(queries) AS queries, sum(failures) AS failures FROM ${sql} GROUP BY at`,
    { ...parameters, seconds: bucketSeconds },
  );
  const byTime = new Map(found.map((row) => [row.at * 1_000, row]));
  return points.map((at) => {
    const row = byTime.get(at.getTime());
    return { at, queries: row?.queries ?? 0, failures: row?.failures ?? 0 };
  });
}

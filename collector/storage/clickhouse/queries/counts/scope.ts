import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { Parameters } from '../../clickhouse.ts';
import { type Condition, conditionsOf } from '../conditions.ts';

/** The condition limits the table of rows to a scope. */
export const inScope = `location_id IN {locations:Array(UInt32)}
  AND observed_at >= {from:DateTime64(6, 'UTC')} AND observed_at < {to:DateTime64(6, 'UTC')}`;

/** Writes the condition of a filter on the table of rows, its scope included. */
export function inFilter(filter: QueryFilter): Condition {
  const condition = conditionsOf(filter);
  return {
    sql: condition === undefined ? inScope : `${inScope}\n  AND ${condition.sql}`,
    parameters: { ...scopeParameters(filter), ...condition?.parameters },
  };
}

export function scopeParameters(scope: TrafficScope): Parameters {
  return { locations: scope.locationIds, from: scope.from, to: scope.to };
}

/** A split tells what of a scope a rollup answers, and what it leaves to the rows. */
interface Split {
  readonly wholeFrom: Date;
  readonly wholeTo: Date;
  readonly hasWhole: boolean;
  readonly hasEdges: boolean;
}

function split({ from, to }: TrafficScope, bucketSeconds: number): Split {
  const bucket = bucketSeconds * 1_000;
  const wholeFrom = Math.ceil(from.getTime() / bucket) * bucket;
  const wholeTo = Math.floor(to.getTime() / bucket) * bucket;
  if (wholeFrom >= wholeTo) return { wholeFrom: to, wholeTo: to, hasWhole: false, hasEdges: true };
  return {
    wholeFrom: new Date(wholeFrom),
    wholeTo: new Date(wholeTo),
    hasWhole: true,
    hasEdges: wholeFrom > from.getTime() || wholeTo < to.getTime(),
  };
}

const wholeConditions = {
  minute: `location_id IN {locations:Array(UInt32)}
    AND minute >= {wholeFrom:DateTime('UTC')} AND minute < {wholeTo:DateTime('UTC')}`,
  hour: `location_id IN {locations:Array(UInt32)}
    AND hour >= {wholeFrom:DateTime('UTC')} AND hour < {wholeTo:DateTime('UTC')}`,
};

const inEdges = `location_id IN {locations:Array(UInt32)}
  AND (observed_at >= {from:DateTime64(6, 'UTC')} AND observed_at < {wholeFrom:DateTime64(6, 'UTC')}
    OR observed_at >= {wholeTo:DateTime64(6, 'UTC')} AND observed_at < {to:DateTime64(6, 'UTC')})`;

/**
 * Answers a scope exactly by a rollup and the rows together: whole minutes or hours from the rollup, what is cut off at
 * both ends from the rows. A filter beyond a scope is answered by the rows alone. `rollup` and `rows` are SELECTs of
 * the same columns, and the condition takes the place of `%s`. A scope that is aligned never touches the rows; if rows
 * are kept for a shorter time than rollups, the ends of an old scope that is not aligned are empty.
 */
export function fromRollup(
  scope: QueryFilter,
  bucket: 'minute' | 'hour',
  { rollup, rows }: { readonly rollup: string; readonly rows: string },
): Condition {
  if (conditionsOf(scope) !== undefined) {
    const { sql, parameters } = inFilter(scope);
    return { sql: `(${rows.replace('%s', () => sql)})`, parameters };
  }
  const { wholeFrom, wholeTo, hasWhole, hasEdges } = split(scope, bucket === 'minute' ? 60 : 3_600);
  const parts = [
    ...(hasWhole ? [rollup.replace('%s', () => wholeConditions[bucket])] : []),
    ...(hasEdges ? [rows.replace('%s', () => inEdges)] : []),
  ];
  return {
    sql: `(${parts.join('\nUNION ALL\n')})`,
    parameters: { ...scopeParameters(scope), wholeFrom, wholeTo },
  };
}

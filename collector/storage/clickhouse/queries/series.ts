import { StoreError } from '../../../ports/store-error.ts';
import type { TrafficPoint, TrafficScope } from '../../../ports/traffic.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { inScope, scopeParameters } from './scope.ts';

const maxPoints = 20_000;

/**
 * Queries by time. Buckets begin at multiples of their length since 1970; the first and the last hold what lies within
 * the scope. A failure is a query that nobody answered, or answered by another code than NOERROR and NXDOMAIN.
 */
export async function series(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  bucketSeconds: number,
): Promise<TrafficPoint[]> {
  const bucket = bucketSeconds * 1_000;
  const first = Math.floor(scope.from.getTime() / bucket) * bucket;
  const count = Math.max(0, Math.ceil((scope.to.getTime() - first) / bucket));
  if (count > maxPoints) throw new StoreError('limit', `A series has at most ${maxPoints} points.`);
  const rows = await clickhouse.query<{ at: number; queries: number; failures: number }>(
    `SELECT intDiv(toUnixTimestamp(observed_at), {seconds:UInt32}) * {seconds:UInt32} AS at,
       count() AS queries,
       countIf(outcome = 'unanswered' OR outcome = 'answered' AND response_code NOT IN (0, 3)) AS failures
     FROM queries WHERE ${inScope} GROUP BY at`,
    { ...scopeParameters(scope), seconds: bucketSeconds },
  );
  const found = new Map(rows.map((row) => [row.at * 1_000, row]));
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * bucket;
    return { at: new Date(at), queries: found.get(at)?.queries ?? 0, failures: found.get(at)?.failures ?? 0 };
  });
}

import type { PeriodTotals } from '../../../../ports/traffic/movers.ts';
import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { overviewCounts } from './overview-counts.ts';
import { overviewLatency } from './overview-latency.ts';

const hour = 3_600;

/** Counts a period out of its minutes and of the sketches of its hours. */
export async function periodTotals(clickhouse: ClickHouse, scope: TrafficScope): Promise<PeriodTotals> {
  const seconds = (scope.to.getTime() - scope.from.getTime()) / 1_000;
  // Nobody looks at the series: as few points as may be, of whole hours.
  const bucket = Math.max(1, Math.ceil(seconds / hour)) * hour;
  const [{ totals, responseCodes }, latency] = await Promise.all([
    overviewCounts(clickhouse, scope, bucket),
    overviewLatency(clickhouse, scope, bucket),
  ]);
  return { ...totals, latencyMs: latency.whole, responseCodes };
}

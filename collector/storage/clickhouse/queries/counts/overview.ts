import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { OverviewShape, TrafficOverview } from '../../../../ports/traffic/traffic-overview.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { plainAddress } from '../address.ts';
import { overviewCounts } from './overview-counts.ts';
import { overviewLatency } from './overview-latency.ts';
import { topAndAll } from './top-and-all.ts';

/** Makes an overview in as few walks over the rollups as it takes, which are four. */
export async function overview(
  clickhouse: ClickHouse,
  scope: QueryFilter,
  { bucketSeconds, latencyBucketSeconds, top }: OverviewShape,
): Promise<TrafficOverview> {
  const [{ totals, ...counts }, names, clients, latency] = await Promise.all([
    overviewCounts(clickhouse, scope, bucketSeconds),
    topAndAll(clickhouse, scope, 'name', top),
    topAndAll(clickhouse, scope, 'client', top),
    overviewLatency(clickhouse, scope, latencyBucketSeconds),
  ]);
  return {
    ...counts,
    totals: { ...totals, uniqueNames: names.all, uniqueClients: clients.all, latencyMs: latency.whole },
    latencySeries: latency.series,
    topNames: names.top,
    topClients: clients.top.map(({ name, count }) => ({ name: plainAddress(name), count })),
  };
}

import type { TrafficScope } from '../../ports/traffic/traffic.ts';
import type { LatencyPoint, TrafficDetails, TrafficSizes } from '../../ports/traffic/traffic-details.ts';
import type { ClickHouse } from './clickhouse.ts';
import { latencySeries } from './queries/counts/latency-series.ts';
import { sizes } from './queries/counts/sizes.ts';

export class ClickHouseTrafficDetails implements TrafficDetails {
  readonly #clickhouse: ClickHouse;

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse;
  }

  latencySeries(scope: TrafficScope, bucketSeconds: number): Promise<LatencyPoint[]> {
    return latencySeries(this.#clickhouse, scope, bucketSeconds);
  }

  sizes(scope: TrafficScope): Promise<TrafficSizes> {
    return sizes(this.#clickhouse, scope);
  }
}

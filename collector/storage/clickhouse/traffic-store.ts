import type {
  NamedCount,
  TrafficPoint,
  TrafficScope,
  TrafficStore,
  TrafficTotals,
} from '../../ports/traffic/traffic.ts';
import type { OverviewShape, TrafficOverview } from '../../ports/traffic/traffic-overview.ts';
import type { ClickHouse } from './clickhouse.ts';
import { countsBy } from './queries/counts/counts-by.ts';
import { overview } from './queries/counts/overview.ts';
import { series } from './queries/counts/series.ts';
import { topClients } from './queries/counts/top-clients.ts';
import { topNames } from './queries/counts/top-names.ts';
import { totals } from './queries/counts/totals.ts';

/** The questions about traffic, each in its own file. Every error is a StoreError. */
export class ClickHouseTrafficStore implements TrafficStore {
  readonly #clickhouse: ClickHouse;

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse;
  }

  overview(scope: TrafficScope, shape: OverviewShape): Promise<TrafficOverview> {
    return overview(this.#clickhouse, scope, shape);
  }

  totals(scope: TrafficScope): Promise<TrafficTotals> {
    return totals(this.#clickhouse, scope);
  }

  series(scope: TrafficScope, bucketSeconds: number): Promise<TrafficPoint[]> {
    return series(this.#clickhouse, scope, bucketSeconds);
  }

  topNames(scope: TrafficScope, limit: number): Promise<NamedCount<string>[]> {
    return topNames(this.#clickhouse, scope, limit);
  }

  topClients(scope: TrafficScope, limit: number): Promise<NamedCount<string>[]> {
    return topClients(this.#clickhouse, scope, limit);
  }

  byType(scope: TrafficScope): Promise<NamedCount<number>[]> {
    return countsBy(this.#clickhouse, 'query_type', scope);
  }

  byResponseCode(scope: TrafficScope): Promise<NamedCount<number>[]> {
    return countsBy(this.#clickhouse, 'response_code', scope);
  }

  byTransport(scope: TrafficScope): Promise<NamedCount<string>[]> {
    return countsBy(this.#clickhouse, 'transport', scope);
  }

  byLocation(scope: TrafficScope): Promise<NamedCount<number>[]> {
    return countsBy(this.#clickhouse, 'location_id', scope);
  }

  byAgent(scope: TrafficScope): Promise<NamedCount<number>[]> {
    return countsBy(this.#clickhouse, 'agent_id', scope);
  }
}

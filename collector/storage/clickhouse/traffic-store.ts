import type { NamedCount, TrafficScope, TrafficStore } from '../../ports/traffic/traffic.ts';
import type { CodeFailures } from '../../ports/traffic/traffic-failures.ts';
import type { OverviewShape, TrafficOverview } from '../../ports/traffic/traffic-overview.ts';
import type { ClickHouse } from './clickhouse.ts';
import { overview } from './queries/counts/overview.ts';
import { topDomains } from './queries/counts/top-domains.ts';
import { topFailures } from './queries/counts/top-failures.ts';

/** Every error is a StoreError. */
export class ClickHouseTrafficStore implements TrafficStore {
  readonly #clickhouse: ClickHouse;

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse;
  }

  overview(scope: TrafficScope, shape: OverviewShape): Promise<TrafficOverview> {
    return overview(this.#clickhouse, scope, shape);
  }

  topDomains(scope: TrafficScope, limit: number): Promise<NamedCount<string>[]> {
    return topDomains(this.#clickhouse, scope, limit);
  }

  topFailures(scope: TrafficScope, limit: number): Promise<CodeFailures[]> {
    return topFailures(this.#clickhouse, scope, limit);
  }
}

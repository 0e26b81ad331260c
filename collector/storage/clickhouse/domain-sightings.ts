import type { DomainSighting, DomainSightings } from '../../ports/traffic/domain-sightings.ts';
import type { TrafficScope } from '../../ports/traffic/traffic.ts';
import type { ClickHouse } from './clickhouse.ts';
import { newDomains } from './queries/counts/new-domains.ts';

export class ClickHouseDomainSightings implements DomainSightings {
  readonly #clickhouse: ClickHouse;

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse;
  }

  newDomains(scope: TrafficScope, limit: number): Promise<DomainSighting[]> {
    return newDomains(this.#clickhouse, scope, limit);
  }
}

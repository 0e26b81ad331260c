import type { KnownDomain, KnownDomains } from '../../ports/traffic/known-domains.ts';
import type { ClickHouse } from './clickhouse.ts';

export class ClickHouseKnownDomains implements KnownDomains {
  readonly #clickhouse: ClickHouse;

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse;
  }

  latest(most: number, signal?: AbortSignal): AsyncIterable<KnownDomain[]> {
    return this.#clickhouse.stream<KnownDomain>(
      `SELECT location_id AS "locationId", domain, toUnixTimestamp(min(first_seen)) AS "firstSeen",
         toUnixTimestamp(max(last_seen)) AS "lastSeen"
       FROM domains GROUP BY location_id, domain ORDER BY "lastSeen" DESC LIMIT {most:UInt32}`,
      { most },
      // Once at a start, and more rows than a question of people has.
      { rows: most, seconds: 60 },
      signal,
    );
  }
}

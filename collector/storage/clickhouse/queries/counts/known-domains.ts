import type { KnownDomain } from '../../../../ports/traffic/known-domains.ts';
import type { ClickHouse } from '../../clickhouse.ts';

/** Finds registrable domains and when each location asked for them, the latest first, in groups. */
export function latestDomains(
  clickhouse: ClickHouse,
  most: number,
  signal?: AbortSignal,
): AsyncIterable<KnownDomain[]> {
  return clickhouse.stream<KnownDomain>(
    `SELECT location_id AS "locationId", domain, toUnixTimestamp(min(first_seen)) AS "firstSeen",
       toUnixTimestamp(max(last_seen)) AS "lastSeen"
     FROM domains GROUP BY location_id, domain ORDER BY "lastSeen" DESC LIMIT {most:UInt32}`,
    { most },
    // Once at a start, and more rows than a question of people has.
    { rows: most, seconds: 60 },
    signal,
  );
}

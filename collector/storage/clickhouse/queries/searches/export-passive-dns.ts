import type { LeftOut, LocatedRecord } from '../../../../ports/accounts/account-exports.ts';
import type { ClickHouse } from '../../clickhouse.ts';

/** An export has every record of a location: hours are enough for those of years. */
const limits = { rows: 1_000_000_000, seconds: 3_600, isReadOnce: true };

/** Streams what was seen in answers at some locations, each record once. */
export function exportPassiveDns(
  clickhouse: ClickHouse,
  locationIds: readonly number[],
  signal: AbortSignal,
): AsyncIterable<LocatedRecord[]> {
  return clickhouse.stream<LocatedRecord>(
    `SELECT location_id, name, type, data,
       formatDateTime(first_seen, '%Y-%m-%dT%H:%i:%S.000Z', 'UTC') AS first_seen,
       formatDateTime(last_seen, '%Y-%m-%dT%H:%i:%S.000Z', 'UTC') AS last_seen, sightings AS count
     FROM passive_dns FINAL WHERE location_id IN {locations:Array(UInt32)}`,
    { locations: locationIds },
    limits,
    signal,
  );
}

const counted = 'It counts stored queries, which the export has as far as they are kept.';
const found = 'A search finds the days of stored queries by it.';

/** The tables with rows of locations that no export has, and why: a test fails for one that is neither here nor exported. */
export const leftOutTraffic: readonly LeftOut[] = [
  { name: 'traffic_minutes', reason: counted },
  { name: 'minute_latencies', reason: counted },
  { name: 'hour_latencies', reason: counted },
  { name: 'hour_names', reason: counted },
  { name: 'hour_clients', reason: counted },
  { name: 'domain_days', reason: counted },
  {
    name: 'domains',
    reason: 'It has the first and last time of the domains of which passive_dns has the records.',
  },
  { name: 'name_days', reason: found },
  { name: 'client_days', reason: found },
  { name: 'passive_dns_by_data', reason: 'It is passive_dns in another order.' },
];

import type { PassiveDnsFilter, PassiveRecord } from '../../../../ports/traffic/passive-dns.ts';
import type { ClickHouse, Parameters } from '../../clickhouse.ts';
import { belowSuffix } from '../conditions.ts';

interface PassiveRow {
  readonly name: string;
  readonly type: number;
  readonly data: string;
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Finds records of a name, and with `below` of the names under it. */
export function passiveRecordsByName(
  clickhouse: ClickHouse,
  name: string,
  filter: PassiveDnsFilter & { readonly below?: boolean },
): Promise<PassiveRecord[]> {
  const condition = filter.below === true ? belowSuffix('name') : 'reverse(name) = reverse({suffix:String})';
  return passiveRecords(clickhouse, 'passive_dns', condition, { suffix: name }, filter);
}

/** Finds records with these data. */
export function passiveRecordsByData(
  clickhouse: ClickHouse,
  data: string,
  filter: PassiveDnsFilter,
): Promise<PassiveRecord[]> {
  return passiveRecords(clickhouse, 'passive_dns_by_data', 'data = {data:String}', { data }, filter);
}

async function passiveRecords(
  clickhouse: ClickHouse,
  table: 'passive_dns' | 'passive_dns_by_data',
  condition: string,
  parameters: Parameters,
  { locationIds, type, seenSince, limit }: PassiveDnsFilter,
): Promise<PassiveRecord[]> {
  const rows = await clickhouse.query<PassiveRow>(
    `SELECT name, type, data, toUnixTimestamp(min(first_seen)) AS first, toUnixTimestamp(max(last_seen)) AS last,
       sum(sightings) AS count
     FROM ${table}
     WHERE ${condition} AND location_id IN {locations:Array(UInt32)}
       ${type === undefined ? '' : 'AND type = {type:UInt16}'}
     GROUP BY name, type, data
     HAVING last >= {since:UInt32}
     ORDER BY last DESC, name, type, data LIMIT {limit:UInt32}`,
    {
      ...parameters,
      locations: locationIds,
      ...(type === undefined ? {} : { type }),
      since: Math.max(0, Math.floor((seenSince?.getTime() ?? 0) / 1_000)),
      limit,
    },
  );
  return rows.map(({ first, last, ...record }) => ({
    ...record,
    firstSeenAt: new Date(first * 1_000),
    lastSeenAt: new Date(last * 1_000),
  }));
}

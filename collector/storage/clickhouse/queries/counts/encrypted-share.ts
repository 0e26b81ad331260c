import type { EncryptedShare, FlowCount, FlowFilter } from '../../../../ports/traffic/encrypted-flows.ts';
import type { ClickHouse, Parameters } from '../../clickhouse.ts';
import { plainAddress } from '../address.ts';
import type { Condition } from '../conditions.ts';
import { flowCondition } from '../encrypted-flows.ts';
import { buckets } from './buckets.ts';
import { fromRollup } from './scope.ts';

interface Totals {
  readonly flows: number;
  readonly clients: number;
  readonly to_server: number;
  readonly to_client: number;
  readonly not_looked_up: number;
}

interface ClientRow {
  readonly client: string;
  readonly flows: number;
  readonly queries: number;
  readonly octets: number;
  readonly providers: string[];
  readonly not_looked_up: number;
  readonly first: number;
  readonly last: number;
}

/** Counts connections of encrypted DNS, beside the queries in the clear of the same clients. */
export async function encryptedShare(
  clickhouse: ClickHouse,
  filter: FlowFilter,
  { top, bucketSeconds }: { top: number; bucketSeconds: number },
): Promise<EncryptedShare> {
  const { sql, parameters } = flowCondition(filter);
  const flows = `encrypted_flows FINAL WHERE ${sql}`;
  const clear = clearQueries(filter);
  const all: Parameters = { ...parameters, ...clear.parameters };
  const by = (column: string) =>
    clickhouse.query<FlowCount>(
      `SELECT toString(${column}) AS name, count() AS flows, uniqExact(client_address) AS clients,
         sum(octets_to_server + octets_to_client) AS octets
       FROM ${flows} GROUP BY name ORDER BY flows DESC, name LIMIT 100`,
      parameters,
    );
  const [[totals], [clearly], transports, providers, clients, points] = await Promise.all([
    clickhouse.query<Totals>(
      `SELECT count() AS flows, uniqExact(client_address) AS clients, sum(octets_to_server) AS to_server,
         sum(octets_to_client) AS to_client, countIf(looked_up = 'no') AS not_looked_up FROM ${flows}`,
      parameters,
    ),
    clickhouse.query<{ queries: number; clients: number; without: number }>(
      `SELECT sum(clear) AS queries, countIf(clear > 0) AS clients, countIf(clear = 0 AND encrypted > 0) AS without
       FROM (SELECT client, sum(queries) AS clear, sum(flows) AS encrypted FROM (
         SELECT client_address AS client, queries, 0 AS flows FROM ${clear.sql}
         UNION ALL SELECT client_address AS client, 0 AS queries, 1 AS flows FROM ${flows}) GROUP BY client)`,
      all,
    ),
    by('transport'),
    by('provider'),
    clickhouse.query<ClientRow>(
      `SELECT toString(client_address) AS client, f.flows AS flows, q.queries AS queries, octets, providers, not_looked_up, first, last
       FROM (SELECT client_address, count() AS flows, sum(octets_to_server + octets_to_client) AS octets,
           arraySort(groupUniqArrayIf(20)(toString(provider), provider != '')) AS providers,
           countIf(looked_up = 'no') AS not_looked_up,
           toUnixTimestamp64Milli(min(started_at)) AS first, toUnixTimestamp64Milli(max(last_seen_at)) AS last
         FROM ${flows} GROUP BY client_address ORDER BY flows DESC, client_address LIMIT {top:UInt32}) AS f
       LEFT JOIN (SELECT client_address, sum(queries) AS queries FROM ${clear.sql} GROUP BY client_address) AS q
         USING (client_address)
       ORDER BY flows DESC, client`,
      { ...all, top },
    ),
    clickhouse.query<{ at: number; flows: number }>(
      `SELECT intDiv(toUnixTimestamp(greatest(started_at, {from:DateTime64(6, 'UTC')})), {seconds:UInt32}) * {seconds:UInt32} AS at,
         count() AS flows FROM ${flows} GROUP BY at`,
      { ...parameters, seconds: bucketSeconds },
    ),
  ]);
  const begun = new Map(points.map(({ at, flows: count }) => [at * 1_000, count]));
  return {
    flows: totals!.flows,
    clients: totals!.clients,
    octetsToServer: totals!.to_server,
    octetsToClient: totals!.to_client,
    notLookedUp: totals!.not_looked_up,
    clearQueries: clearly!.queries,
    clearClients: clearly!.clients,
    clientsWithoutQueries: clearly!.without,
    transports,
    providers,
    shares: clients.map((row) => ({
      client: plainAddress(row.client),
      flows: row.flows,
      queries: row.queries,
      octets: row.octets,
      providers: row.providers,
      notLookedUp: row.not_looked_up,
      firstSeenAt: new Date(row.first),
      lastSeenAt: new Date(row.last),
    })),
    series: buckets(filter, bucketSeconds).map((at) => ({ at, flows: begun.get(at.getTime()) ?? 0 })),
  };
}

/** The queries of each client in a scope, from the counts by hours as far as these reach. */
function clearQueries({ locationIds, from, to, clients }: FlowFilter): Condition {
  const chosen = flowCondition({ locationIds, from, to, clients });
  const only = Object.keys(chosen.parameters).filter((name) => name.startsWith('flow_client'));
  const limits = only
    .map(
      (name) =>
        `client_address ${name.endsWith('none') ? 'NOT IN' : 'IN'} (SELECT toIPv6(arrayJoin({${name}:Array(String)})))`,
    )
    .map((condition) => ` AND ${condition}`)
    .join('');
  const { sql, parameters } = fromRollup({ locationIds, from, to }, 'hour', {
    rollup: `SELECT client_address, queries FROM hour_clients WHERE (%s)${limits}`,
    rows: `SELECT client_address, count() AS queries FROM queries WHERE (%s)${limits} GROUP BY client_address`,
  });
  return { sql, parameters: { ...chosen.parameters, ...parameters } };
}

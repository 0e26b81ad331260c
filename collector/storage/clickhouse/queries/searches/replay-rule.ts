import type { RuleMatch } from '@sonde/shared/policy/rule.ts';
import type { RuleHits } from '../../../../ports/traffic/rule-replay.ts';
import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { plainAddress } from '../address.ts';
import { inScope, scopeParameters } from '../counts/scope.ts';
import { ruleCondition } from './rule-condition.ts';

const most = 20;
const limits = { seconds: 25 };

interface Totals {
  readonly queries: number;
  readonly hits: number;
  readonly clients: number;
  readonly names: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Counts what a rule would have hit: asks the stored rows themselves, since rules are about single queries, which no
 * rollup knows.
 */
export async function replayRule(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  match: RuleMatch,
): Promise<RuleHits> {
  const condition = ruleCondition(match);
  const parameters = { ...scopeParameters(scope), ...condition.parameters, most };
  const ask = <Row>(sql: string) => clickhouse.query<Row>(sql, parameters, limits);
  const [[totals], topClients, topNames] = await Promise.all([
    ask<Totals>(`SELECT count() AS queries, countIf(hit) AS hits, uniqIf(client_address, hit) AS clients,
        uniqIf(query_name, hit) AS names, toUnixTimestamp64Milli(minIf(observed_at, hit)) AS first,
        toUnixTimestamp64Milli(maxIf(observed_at, hit)) AS last
      FROM (SELECT client_address, query_name, observed_at, ${condition.sql} AS hit FROM queries WHERE ${inScope})`),
    ask<{ client: string; hits: number }>(`SELECT client_address AS client, count() AS hits FROM queries
      WHERE ${inScope} AND ${condition.sql} GROUP BY client ORDER BY hits DESC, client LIMIT {most:UInt32}`),
    ask<{ name: string; hits: number }>(`SELECT query_name AS name, count() AS hits FROM queries
      WHERE ${inScope} AND ${condition.sql} GROUP BY name ORDER BY hits DESC, name LIMIT {most:UInt32}`),
  ]);
  const { queries, hits, clients, names, first, last } = totals!;
  return {
    queries,
    hits,
    clients,
    names,
    topClients: topClients.map(({ client, hits: count }) => ({
      client: plainAddress(client),
      hits: count,
    })),
    topNames,
    firstAt: hits === 0 ? null : new Date(first),
    lastAt: hits === 0 ? null : new Date(last),
  };
}

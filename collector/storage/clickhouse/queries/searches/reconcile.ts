import type {
  ReconciledCounts,
  Reconciliation,
  ReconciliationScope,
} from '../../../../ports/traffic/reconciliation.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { plainAddress } from '../address.ts';
import { inScope, scopeParameters } from '../counts/scope.ts';

const most = 50;
/** Addresses of one resolver, at most. */
const mostAddresses = 64;
const limits = { seconds: 25 };

/** Both sides' rows of plain transports, one group for each transaction. What is answered is compared without TTLs. */
const transactions = `SELECT query_name AS name, min(observed_at) AS at,
    countIf(told) AS d, countIf(NOT told) AS w,
    d > 0 AND w > 0 AND length(groupUniqArrayIf(response_code, outcome != 'unanswered')) > 1 AS other_code,
    d > 0 AND w > 0 AND length(groupUniqArrayIf(answers, outcome != 'unanswered' AND notEmpty(answers))) > 1 AS other_answers
  FROM (
    SELECT *, agent_id IN {dnstap:Array(UInt32)} AS told,
      arraySort(arrayMap(r -> (r.type, r.data), arrayFilter(r -> r.section = 'answer', records))) AS answers
    FROM queries
    WHERE ${inScope} AND agent_id IN {agents:Array(UInt32)} AND transport IN ('udp', 'tcp')
      AND server_address IN (SELECT toIPv6(arrayJoin({servers:Array(String)}))))
  GROUP BY client_address, client_port, server_address, message_id, query_name, query_type, transport`;

const sums = `toUInt64(sum(least(d, w))) AS both, toUInt64(sum(d - least(d, w))) AS only_dnstap,
  toUInt64(sum(w - least(d, w))) AS only_wire, countIf(other_code OR other_answers) AS different`;

interface CountsRow {
  readonly both: number;
  readonly only_dnstap: number;
  readonly only_wire: number;
  readonly different: number;
}

/** Compares what senders of dnstap told with what senders of packets saw. */
export async function reconcile(clickhouse: ClickHouse, scope: ReconciliationScope): Promise<Reconciliation> {
  const { dnstapAgents, wireAgents } = scope;
  const parameters = {
    ...scopeParameters(scope),
    dnstap: dnstapAgents,
    wire: wireAgents,
    agents: [...dnstapAgents, ...wireAgents],
    most,
  };
  const ask = <Row>(sql: string, more: object = {}) =>
    clickhouse.query<Row>(sql, { ...parameters, ...more }, limits);
  const addresses = await ask<{ server: string }>(
    `SELECT server_address AS server FROM queries WHERE ${inScope} AND agent_id IN {dnstap:Array(UInt32)}
     GROUP BY server ORDER BY count() DESC LIMIT ${mostAddresses}`,
  );
  const servers = addresses.map(({ server }) => server);
  const [minutes, names, bypassed] = await Promise.all([
    ask<CountsRow & { minute: number }>(
      `SELECT toUnixTimestamp(toStartOfMinute(at)) AS minute, ${sums} FROM (${transactions})
       GROUP BY minute ORDER BY minute`,
      { servers },
    ),
    ask<CountsRow & { name: string }>(
      `SELECT name, ${sums} FROM (${transactions}) GROUP BY name
       HAVING only_dnstap + only_wire + different > 0
       ORDER BY different DESC, only_wire + only_dnstap DESC, name LIMIT {most:UInt32}`,
      { servers },
    ),
    ask<{ server: string; queries: number; clients: number }>(
      `SELECT server_address AS server, count() AS queries, uniq(client_address) AS clients FROM queries
       WHERE ${inScope} AND agent_id IN {wire:Array(UInt32)} AND name_service = 'dns'
         AND server_address NOT IN (SELECT toIPv6(arrayJoin({servers:Array(String)})))
         AND client_address NOT IN (SELECT toIPv6(arrayJoin({servers:Array(String)})))
       GROUP BY server ORDER BY queries DESC, server LIMIT {most:UInt32}`,
      { servers },
    ),
  ]);
  return {
    minutes: minutes.map(({ minute, ...row }) => ({ at: new Date(minute * 1_000), ...counts(row) })),
    names: names.map(({ name, ...row }) => ({ name, ...counts(row) })),
    bypassed: bypassed.map((row) => ({ ...row, server: plainAddress(row.server) })),
    resolverAddresses: servers.map(plainAddress),
  };
}

function counts(row: CountsRow): ReconciledCounts {
  return {
    both: row.both,
    onlyDnstap: row.only_dnstap,
    onlyWire: row.only_wire,
    different: row.different,
  };
}

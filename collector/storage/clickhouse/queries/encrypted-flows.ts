import { Readable } from 'node:stream';
import type { EncryptedFlow } from '@sonde/shared/batch/encrypted-flow.ts';
import type { Choice } from '@sonde/shared/batch/query-conditions.ts';
import { z } from 'zod';
import { StoreError } from '../../../ports/system/store-error.ts';
import type { FlowFilter, FlowPage, SeenFlow } from '../../../ports/traffic/encrypted-flows.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { plainAddress } from './address.ts';
import type { Condition } from './conditions.ts';

/** Adds lines of flows. Those of one connection become one, wherever they are inserted, since a location has one shard. */
export async function insertFlows(clickhouse: ClickHouse, lines: Buffer): Promise<void> {
  await clickhouse.insert(
    'INSERT INTO encrypted_flows FORMAT JSONEachRow',
    {},
    {
      async_insert: 0,
      input_format_parallel_parsing: 0,
      // A sensor that was away brings flows of many days.
      max_partitions_per_insert_block: '2000',
      distributed_foreground_insert: 1,
    },
    Readable.from([lines]),
  );
}

/** A connection belongs to each period that it lasted in; none is looked for that began longer before. */
export const longestFlowDays = 7;

/** Writes the condition of a filter on the table of flows. */
export function flowCondition(filter: FlowFilter): Condition {
  const conditions = [
    'location_id IN {locations:Array(UInt32)}',
    `started_at >= {from:DateTime64(6, 'UTC')} - INTERVAL ${longestFlowDays} DAY`,
    "started_at < {to:DateTime64(6, 'UTC')}",
    "last_seen_at >= {from:DateTime64(6, 'UTC')}",
  ];
  const parameters: Record<string, unknown> = {
    locations: filter.locationIds,
    from: filter.from,
    to: filter.to,
  };
  const choose = (chosen: Choice<unknown> | undefined, name: string, sql: (name: string) => string): void => {
    for (const [part, isLeftOut] of [
      ['any', false],
      ['none', true],
    ] as const) {
      const values = chosen?.[part] ?? [];
      if (values.length === 0) continue;
      const parameter = `${name}_${part}`;
      conditions.push(isLeftOut ? `NOT (${sql(parameter)})` : sql(parameter));
      parameters[parameter] = values;
    }
  };
  const isAddress = (column: string) => (name: string) =>
    `${column} IN (SELECT toIPv6(arrayJoin({${name}:Array(String)})))`;
  const isText = (column: string) => (name: string) => `${column} IN {${name}:Array(String)}`;
  choose(filter.clients, 'flow_client', isAddress('client_address'));
  choose(filter.servers, 'flow_server', isAddress('server_address'));
  choose(filter.transports, 'flow_transport', isText('transport'));
  choose(filter.providers, 'flow_provider', isText('provider'));
  choose(filter.ja4, 'flow_ja4', isText('ja4'));
  choose(filter.lookedUp, 'flow_looked_up', isText('looked_up'));
  choose(filter.agents, 'flow_agent', (name) => `agent_id IN {${name}:Array(UInt32)}`);
  choose(
    filter.serverNames,
    'flow_name',
    (name) =>
      `arrayExists(each -> server_name = each OR endsWith(server_name, concat('.', each)), {${name}:Array(String)})`,
  );
  return { sql: conditions.join('\n  AND '), parameters };
}

const cursorSchema = z.object({ at: z.int().min(0), id: z.uuid() });

interface Row {
  readonly location_id: number;
  readonly agent_id: number;
  readonly id: string;
  readonly telling: number;
  readonly started: number;
  readonly last_seen: number;
  readonly is_open: number;
  readonly client_address: string;
  readonly client_port: number;
  readonly server_address: string;
  readonly server_port: number;
  readonly transport: EncryptedFlow['transport'];
  readonly hello: EncryptedFlow['hello'];
  readonly server_name: string;
  readonly alpn: string[];
  readonly ja4: string;
  readonly ech: number;
  readonly provider: string;
  readonly octets_to_server: number;
  readonly octets_to_client: number;
  readonly looked_up: EncryptedFlow['looked_up'];
  readonly client_hidden: number;
  readonly vlan: number;
}

/** Finds a page of flows, those that began last first. */
export async function searchFlows(
  clickhouse: ClickHouse,
  filter: FlowFilter,
  { limit, cursor: text }: { limit: number; cursor?: string | undefined },
): Promise<FlowPage> {
  const { sql, parameters } = flowCondition(filter);
  const cursor = text === undefined ? undefined : parseCursor(text);
  const behind =
    cursor === undefined
      ? ''
      : "AND (started_at, id) < (fromUnixTimestamp64Micro({cursorAt:Int64}, 'UTC'), {cursorId:UUID})";
  const rows = await clickhouse.query<Row>(
    `SELECT location_id, agent_id, toString(id) AS id, telling, toUnixTimestamp64Micro(started_at) AS started,
       toUnixTimestamp64Micro(last_seen_at) AS last_seen, is_open, client_address, client_port, server_address, server_port,
       transport, hello, server_name, alpn, ja4, ech, provider, octets_to_server, octets_to_client, looked_up, client_hidden, vlan
     FROM encrypted_flows FINAL WHERE ${sql} ${behind}
     ORDER BY encrypted_flows.started_at DESC, encrypted_flows.id DESC LIMIT {limit:UInt32}`,
    {
      ...parameters,
      limit: limit + 1,
      ...(cursor === undefined ? {} : { cursorAt: cursor.at, cursorId: cursor.id }),
    },
  );
  const flows = rows.slice(0, limit).map(toFlow);
  const last = flows.at(-1);
  if (rows.length <= limit || last === undefined) return { flows, nextCursor: undefined };
  const place = { at: last.flow.started_at, id: last.flow.id };
  return { flows, nextCursor: Buffer.from(JSON.stringify(place)).toString('base64url') };
}

function parseCursor(text: string): z.infer<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw new StoreError('refused', 'The cursor is not one that this list gave out.', {
      cause,
      parameter: 'cursor',
    });
  }
}

function toFlow(row: Row): SeenFlow {
  const isRead = row.hello === 'read';
  return {
    locationId: row.location_id,
    agentId: row.agent_id,
    flow: {
      id: row.id,
      telling: row.telling,
      started_at: row.started,
      last_seen_at: row.last_seen,
      is_open: row.is_open === 1,
      client: plainAddress(row.client_address),
      client_port: row.client_port,
      server: plainAddress(row.server_address),
      server_port: row.server_port,
      transport: row.transport,
      hello: row.hello,
      server_name: isRead ? row.server_name : null,
      alpn: isRead ? row.alpn : null,
      ja4: isRead ? row.ja4 : null,
      ech: isRead ? row.ech === 1 : null,
      provider: row.provider === '' ? null : row.provider,
      octets_to_server: row.octets_to_server,
      octets_to_client: row.octets_to_client,
      looked_up: row.looked_up,
      client_hidden: row.client_hidden === 1,
      vlan: row.vlan,
    },
  };
}

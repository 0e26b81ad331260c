import { StoreError } from '../../../ports/system/store-error.ts';
import type { ClickHouse } from '../clickhouse.ts';
import type { Topology } from '../migrations/topology.ts';
import { movePartition } from './move-partition.ts';

/** Every table that holds data is moved. */
export const movedTables = [
  'queries',
  'traffic_minutes',
  'minute_latencies',
  'hour_latencies',
  'hour_names',
  'name_days',
  'domains',
  'domain_days',
  'hour_clients',
  'client_days',
  'passive_dns',
  'passive_dns_by_data',
  'domain_scans',
  'certificates',
  'seen_domains',
  'new_domains',
  'encrypted_flows',
] as const;

export interface Move {
  readonly from: ClickHouse;
  readonly to: ClickHouse;
  /** The topology of the target: rows go to the shard that `to` is connected to. */
  readonly topology: Topology;
  readonly progress: (line: string) => void;
}

export interface MoveResult {
  readonly partitions: number;
  readonly rows: number;
}

/**
 * Copies all tables to another ClickHouse that has the schema already, partition by partition. It may be stopped at any
 * moment and run again: what is done is not done twice. Nothing may be written to the source meanwhile; the target may
 * take rows of its own, which stay. Throws a StoreError.
 */
export async function moveTables({ from, to, topology, progress }: Move): Promise<MoveResult> {
  const server = await openNotes(to, topology);
  const source = await identityOf(from);
  // A merge adds rows up, and their number is what a copy is checked by.
  for (const table of movedTables) await from.command(`SYSTEM STOP MERGES ${table}`);
  const partitions = await partitionsOf(from);
  let done = 0;
  let rows = 0;
  for (const table of movedTables) {
    const target = topology.local(table);
    const staging = await makeStaging(to, target, `move_${table}`);
    for (const { id } of partitions.filter((each) => each.table === table)) {
      const moved = await movePartition({
        from,
        to,
        source,
        server,
        table,
        target,
        staging,
        partition: id,
      });
      done++;
      rows += moved.rows;
      const howFar = `${done} of ${partitions.length} partitions`;
      progress(`${table} ${id}: ${moved.rows} rows${moved.before ? ', moved before' : ''} (${howFar})`);
    }
    await to.command(`DROP TABLE ${staging} SYNC`);
  }
  return { partitions: done, rows };
}

/**
 * Makes the table of what was moved, and returns the name of the server that rows go to. In a cluster the table is one for
 * all servers, since rows that one of them has are not to be copied to another once more.
 */
async function openNotes(clickhouse: ClickHouse, topology: Topology): Promise<string> {
  await clickhouse.command(
    `CREATE TABLE IF NOT EXISTS moves (source String, table String, partition String, state String, rows UInt64, at DateTime64(3, 'UTC'), server String)
     ENGINE = ${topology.whole('moves')} ORDER BY (source, table, partition)`,
  );
  if (topology.onCluster !== '') await clickhouse.command('SYSTEM SYNC REPLICA moves');
  else await clickhouse.command('ALTER TABLE moves ADD COLUMN IF NOT EXISTS server String');
  const [row] = await clickhouse.query<{ server: string }>('SELECT hostName() AS server');
  return row!.server;
}

/** The source's own table of rows: another installation's partitions have the same names. */
async function identityOf(clickhouse: ClickHouse): Promise<string> {
  const [row] = await clickhouse.query<{ id: string }>(
    "SELECT toString(uuid) AS id FROM system.tables WHERE database = currentDatabase() AND name = 'queries'",
  );
  if (row === undefined) throw new StoreError('refused', 'The source has no tables of this program.');
  return row.id;
}

async function partitionsOf(clickhouse: ClickHouse): Promise<{ table: string; id: string }[]> {
  return clickhouse.query(
    `SELECT DISTINCT table, partition_id AS id FROM system.parts
     WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)} ORDER BY id`,
    { tables: movedTables },
  );
}

/** A table like the target, without the views that would count its rows anew. */
async function makeStaging(clickhouse: ClickHouse, target: string, staging: string): Promise<string> {
  const [found] = await clickhouse.query<{ ddl: string }>(
    `SELECT create_table_query AS ddl FROM system.tables WHERE database = currentDatabase() AND name = {target:String}`,
    { target },
  );
  if (found === undefined) throw new StoreError('refused', `The target has no table ${target}.`);
  const ddl = found.ddl
    .replace(/^CREATE TABLE \S+/, () => `CREATE TABLE IF NOT EXISTS ${staging}`)
    // A replicated table's path in Keeper ends with its name.
    .replace(/(ENGINE = Replicated\w+\('[^']*\/)[^'/]+'/, (_match, path: string) => `${path}${staging}'`);
  await clickhouse.command(ddl);
  await clickhouse.command(`SYSTEM STOP MERGES ${staging}`);
  return staging;
}

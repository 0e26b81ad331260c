import { StoreError } from '../../../ports/system/store-error.ts';
import type { ClickHouse } from '../clickhouse.ts';

export interface PartitionMove {
  readonly from: ClickHouse;
  readonly to: ClickHouse;
  /** The installation that the rows are from. */
  readonly source: string;
  /** The server that rows go to, by its name. */
  readonly server: string;
  readonly table: string;
  /** The table that holds them at the target, and a table like it to collect them in. */
  readonly target: string;
  readonly staging: string;
  readonly partition: string;
}

/**
 * Copies one partition into the staging table, checks it, and moves it over in one step. `copied` is written down before
 * that step: found again with nothing left in the staging table, it says that the step was taken.
 */
export async function movePartition(move: PartitionMove): Promise<{ rows: number; before: boolean }> {
  const { from, to, table, target, staging, partition } = move;
  const id = checked(partition);
  const rows = await countOf(from, table, id);
  const state = await stateOf(move);
  if (state?.state === 'done') return { rows: state.rows, before: true };
  if (state !== undefined && state.server !== '' && state.server !== move.server) {
    throw new StoreError(
      'refused',
      `${table} ${id} may be at ${state.server} already: go on with that server.`,
    );
  }
  if (state?.state !== 'copied') {
    // What an attempt before left behind, however much that was.
    await to.command(
      `ALTER TABLE ${staging} DROP PARTITION ID '${id}'`,
      {},
      { max_partition_size_to_drop: '0' },
    );
    await copy(move, id);
    const copied = await countOf(to, staging, id);
    if (copied !== rows) {
      throw new StoreError('unavailable', `${table} ${id}: ${copied} of ${rows} rows arrived. Run it again.`);
    }
    await remember(move, 'copied', rows);
  }
  if ((await countOf(to, staging, id)) > 0) {
    await to.command(`ALTER TABLE ${staging} MOVE PARTITION ID '${id}' TO TABLE ${target}`);
  }
  await remember(move, 'done', rows);
  return { rows, before: false };
}

async function copy({ from, to, table, staging }: PartitionMove, id: string): Promise<void> {
  const data = await from.bytes(`SELECT * FROM ${table} WHERE _partition_id = '${id}' FORMAT RowBinary`);
  await to.insert(
    `INSERT INTO ${staging} FORMAT RowBinary`,
    {},
    // The same bytes may come again after a failure, and are to be stored then.
    { insert_deduplicate: 0, async_insert: 0, max_execution_time: 0, optimize_on_insert: 0 },
    data,
  );
}

async function countOf(clickhouse: ClickHouse, table: string, id: string): Promise<number> {
  const [row] = await clickhouse.query<{ rows: number }>(
    `SELECT count() AS rows FROM ${table} WHERE _partition_id = '${id}'`,
  );
  return row!.rows;
}

async function stateOf({ to, source, table, partition }: PartitionMove) {
  const [row] = await to.query<{ state: string; rows: number; server: string }>(
    `SELECT state, rows, server FROM moves WHERE source = {source:String} AND table = {table:String}
       AND partition = {partition:String} ORDER BY at DESC LIMIT 1`,
    { source, table, partition },
  );
  return row;
}

async function remember(move: PartitionMove, state: string, rows: number) {
  const { to, source, table, partition, server } = move;
  await to.command(
    `INSERT INTO moves (source, table, partition, state, rows, at, server)
     SELECT {source:String}, {table:String}, {partition:String}, {state:String}, {rows:UInt64}, now64(3), {server:String}`,
    { source, table, partition, state, rows, server },
  );
}

/** For the text of a statement, where no parameter can stand. */
function checked(id: string): string {
  if (!/^(?:all|[0-9]{6,8})$/.test(id)) throw new RangeError(`no partition of ours: ${id}`);
  return id;
}

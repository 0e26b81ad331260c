import type { Retention, RetentionPolicy, RetentionResult } from '../../ports/traffic/retention.ts';
import type { ClickHouse } from './clickhouse.ts';
import { oneMachine, type Topology } from './migrations/topology.ts';
import { checkedPartition, RowDetails } from './row-details.ts';

const day = 86_400_000;
const countTables = [
  'traffic_minutes',
  'minute_latencies',
  'hour_latencies',
  'hour_names',
  'hour_clients',
  'domain_days',
] as const;
/** By the month. */
const rollupTables = [...countTables, 'domain_scans'] as const;
/** By the day on which they were taken. */
const certificateTable = 'certificates';
/** By the day on which they began; kept as long as rows are. */
const flowTable = 'encrypted_flows';
/** Tables without partitions: a fact there is kept as long as it is seen. */
const factTables = ['passive_dns', 'passive_dns_by_data', 'domains'] as const;
/**
 * These tables tell a search on which days there are rows, by the month and without partitions. Rows without them would
 * not be found: they stay as long as rows of their time do.
 */
const indexTables = { byMonth: 'client_days', facts: 'name_days' } as const;

/** The embedded engine would wait by default. */
const inBackground = { mutations_sync: '0' } as const;
/** ClickHouse would refuse to drop more than 50 GB at once, which a busy day or month can have. */
const ofAnySize = { max_partition_size_to_drop: '0' } as const;

interface Partition {
  readonly table: string;
  readonly partition: string;
  readonly bytes: number;
}

/**
 * Retention drops what is past its time. Whole days and months go as partitions, which costs nothing; the days of a
 * location that keeps less are deleted within them, which the engine does in the background. If a share of the disk is
 * set, the oldest days of rows go until it is met; and the oldest month of what was made of them, one at a time, if
 * that takes more than a share of its own.
 */
export class ClickHouseRetention implements Retention {
  readonly #clickhouse: ClickHouse;
  readonly #local: (table: string) => string;
  readonly #details: RowDetails;

  /** In a cluster every collector looks after the shard that it is connected to. */
  constructor(clickhouse: ClickHouse, { local }: Pick<Topology, 'local'> = oneMachine) {
    this.#clickhouse = clickhouse;
    this.#local = local;
    this.#details = new RowDetails(clickhouse, local('queries'));
  }

  async enforce(policy: RetentionPolicy, now: Date): Promise<RetentionResult> {
    const dropped: string[] = [];
    const oldestDay = dayNumber(new Date(now.getTime() - policy.rowDays * day));
    const partitions = await this.#partitions();
    const rollupsFrom = this.#rollupsFrom(policy, partitions, now);
    const days = partitions.filter(({ table }) => table === this.#local('queries'));
    let bytes = partitions.reduce((sum, partition) => sum + partition.bytes, 0);
    for (const { table, partition, bytes: freed } of days) {
      const tooMuch = policy.maxBytes !== undefined && bytes > policy.maxBytes;
      const isToday = Number(partition) >= dayNumber(now);
      if (Number(partition) >= oldestDay && (!tooMuch || isToday)) continue;
      await this.#drop(table, partition);
      bytes -= freed;
      dropped.push(partition);
    }
    const oldestRows = days.find(({ partition }) => !dropped.includes(partition));
    const indexFrom = earlier(rollupsFrom, oldestRows);
    const from = new Map<string, Date>(rollupTables.map((name) => [this.#local(name), rollupsFrom]));
    from.set(this.#local(indexTables.byMonth), indexFrom);
    for (const { table, partition, bytes: freed } of partitions) {
      const kept = from.get(table);
      if (kept === undefined || Number(partition) >= monthNumber(kept)) continue;
      await this.#drop(table, partition);
      bytes -= freed;
      dropped.push(`${table} ${partition}`);
    }
    const certificatesFrom = new Date(now.getTime() - (policy.certificateDays ?? policy.rowDays) * day);
    const flowDays = partitions.filter(({ table }) => table === this.#local(flowTable));
    const certificateDays = partitions.filter(({ table }) => table === this.#local(certificateTable));
    const past = [
      ...certificateDays.filter(({ partition }) => Number(partition) < dayNumber(certificatesFrom)),
      ...flowDays.filter(({ partition }) => Number(partition) < oldestDay),
    ];
    for (const { table, partition, bytes: freed } of past) {
      await this.#drop(table, partition);
      bytes -= freed;
      dropped.push(`${table} ${partition}`);
    }
    for (const name of factTables) await this.#forgetFacts(name, rollupsFrom);
    await this.#forgetFacts(indexTables.facts, indexFrom);
    await this.#forgetLocations(policy.forgottenLocations ?? []);
    for (const { table, partition } of [...days, ...flowDays]) {
      if (dropped.includes(partition) || dropped.includes(`${table} ${partition}`)) continue;
      const done = [...(policy.rowDaysByLocation ?? [])]
        .filter(([, rowDays]) => Number(partition) < dayNumber(new Date(now.getTime() - rowDays * day)))
        .map(([location]) => location);
      if (done.length > 0) await this.#deleteOf(done, table, partition);
    }
    const cleared = await this.#clearDetails(policy, now, new Set(dropped));
    return { dropped, cleared, bytes };
  }

  /** Takes the details out of the days of rows that are past the time of details. */
  async #clearDetails(
    { detailDays, rowDays }: RetentionPolicy,
    now: Date,
    gone: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    if (detailDays === undefined || detailDays >= rowDays) return [];
    const before = dayNumber(new Date(now.getTime() - detailDays * day));
    return this.#details.clearBefore(before, gone);
  }

  /**
   * Finds the time at which the kept rollups and facts begin. Facts have no partitions: they go as their last sight
   * does.
   */
  #rollupsFrom(
    { rollupDays, maxRollupBytes }: RetentionPolicy,
    partitions: readonly Partition[],
    now: Date,
  ): Date {
    const byAge = new Date(now.getTime() - rollupDays * day);
    const isOf = (tables: readonly string[], { table }: Partition): boolean =>
      tables.some((name) => this.#local(name) === table);
    const counts = partitions.filter((partition) => isOf(countTables, partition));
    const bytes = [...counts, ...partitions.filter((partition) => isOf(factTables, partition))].reduce(
      (sum, partition) => sum + partition.bytes,
      0,
    );
    if (maxRollupBytes === undefined || bytes <= maxRollupBytes) return byAge;
    const oldest = Math.min(...counts.map(({ partition }) => Number(partition)));
    if (!(oldest < monthNumber(now))) return byAge;
    const next = new Date(Date.UTC(Math.floor(oldest / 100), oldest % 100));
    return next > byAge ? next : byAge;
  }

  #partitions(): Promise<Partition[]> {
    return this.#clickhouse.query<Partition>(
      `SELECT table, partition, sum(bytes_on_disk) AS bytes FROM system.parts
       WHERE active AND database = currentDatabase() GROUP BY table, partition ORDER BY partition`,
    );
  }

  async #drop(table: string, partition: string): Promise<void> {
    await this.#clickhouse.command(
      `ALTER TABLE ${table} DROP PARTITION ${checkedPartition(partition)}`,
      {},
      ofAnySize,
    );
  }

  /** Deletes what any table has of some locations. Rows of them may still come, out of a spool, so that it looks every time. */
  async #forgetLocations(locations: readonly number[]): Promise<void> {
    if (locations.length === 0) return;
    const tables = await this.#clickhouse.query<{ name: string }>(
      `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
         AND (database, name) IN (SELECT database, table FROM system.columns WHERE name = 'location_id')`,
    );
    for (const { name } of tables) {
      if (!/^[a-z_]+$/.test(name)) throw new RangeError(`no table of ours: ${name}`);
      const condition = 'location_id IN {locations:Array(UInt32)}';
      const found = await this.#clickhouse.query<{ id: number }>(
        `SELECT DISTINCT location_id AS id FROM ${name} WHERE ${condition}`,
        { locations },
      );
      if (found.length === 0) continue;
      await this.#clickhouse.command(
        `ALTER TABLE ${name} DELETE WHERE ${condition}`,
        { locations: found.map(({ id }) => id) },
        inBackground,
      );
    }
  }

  /** A rewrite of parts, so only if there is something to forget. */
  async #forgetFacts(name: string, before: Date): Promise<void> {
    const table = this.#local(name);
    const condition = "last_seen < {before:DateTime('UTC')}";
    const parameters = { before: new Date(Math.floor(Math.max(0, before.getTime()) / 1_000) * 1_000) };
    const [found] = await this.#clickhouse.query<{ some: number }>(
      `SELECT 1 AS some FROM ${table} WHERE ${condition} LIMIT 1`,
      parameters,
    );
    if (found === undefined) return;
    await this.#clickhouse.command(
      `ALTER TABLE ${table} DELETE WHERE ${condition}`,
      parameters,
      inBackground,
    );
  }

  /**
   * Deletes one day at a time, and all locations at once: a deletion rewrites the parts that it touches. A column with
   * each row's own time would cost every row, and merges would rewrite as much.
   */
  async #deleteOf(locations: readonly number[], table: string, partition: string): Promise<void> {
    const found = await this.#clickhouse.query<{ id: number }>(
      `SELECT DISTINCT location_id AS id FROM ${table}
       WHERE location_id IN {locations:Array(UInt32)} AND toYYYYMMDD(${table === this.#local(flowTable) ? 'started_at' : 'observed_at'}) = {day:UInt32}`,
      { locations, day: Number(partition) },
    );
    if (found.length === 0) return;
    await this.#clickhouse.command(
      `ALTER TABLE ${table} DELETE IN PARTITION ${checkedPartition(partition)} WHERE location_id IN {locations:Array(UInt32)}`,
      { locations: found.map(({ id }) => id) },
      inBackground,
    );
  }
}

/** The beginning of a day that is named as its partition, if that is the earlier one. */
function earlier(time: Date, day: Pick<Partition, 'partition'> | undefined): Date {
  const [, year, month, date] = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(day?.partition ?? '') ?? [];
  if (date === undefined) return time;
  const began = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  return began < time ? began : time;
}

/** YYYYMMDD in UTC, as the partitions of rows are named. */
function dayNumber(time: Date): number {
  return time.getUTCFullYear() * 10_000 + (time.getUTCMonth() + 1) * 100 + time.getUTCDate();
}

/** YYYYMM in UTC, as the partitions of rollups are named. */
function monthNumber(time: Date): number {
  return Math.floor(dayNumber(time) / 100);
}

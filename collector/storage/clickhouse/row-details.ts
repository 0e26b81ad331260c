import type { ClickHouse } from './clickhouse.ts';

/**
 * These columns hold what is rarely asked of an old row and takes more than half of its bytes: the records of its answer, and
 * two numbers that nothing packs. Without them a row says that it does not know: no records beside their count, port 0, message id 0.
 */
const withoutDetails = 'records = [], client_port = 0, message_id = 0';
const hasDetails = '(client_port != 0 OR notEmpty(records))';

/** The engine answers as soon as it has taken the order: a day of rows takes it some seconds. */
const inBackground = { mutations_sync: '0' } as const;

/** The engine slows inserts down at 500 orders under way, and refuses them at 1,000. */
const daysAtOnce = 30;

interface Part {
  readonly partition: string;
  readonly name: string;
}

/** Row details are columns of `queries` that may be kept for a shorter time than the rows are. */
export class RowDetails {
  readonly #clickhouse: ClickHouse;
  readonly #table: string;
  /** The parts of each day when it was last found without details: only parts that came since are looked at. */
  readonly #bare = new Map<string, string>();

  constructor(clickhouse: ClickHouse, table: string) {
    this.#clickhouse = clickhouse;
    this.#table = table;
  }

  /**
   * Clears the details of days before one, YYYYMMDD, save for days that are gone: the oldest that have some, 30 in a call, and
   * none while the engine is at what it was told before. Names these days. Rows that arrive late lose theirs at the next call.
   */
  async clearBefore(day: number, gone: ReadonlySet<string>): Promise<readonly string[]> {
    if (await this.#isAtWork()) return [];
    const cleared: string[] = [];
    const days = await this.#partsByDay();
    for (const known of this.#bare.keys()) if (!days.has(known)) this.#bare.delete(known);
    for (const [partition, parts] of days) {
      if (Number(partition) >= day || gone.has(partition) || this.#bare.get(partition) === parts) continue;
      if (await this.#hasDetails(partition)) {
        await this.#clear(partition);
        cleared.push(partition);
        if (cleared.length === daysAtOnce) break;
      } else {
        this.#bare.set(partition, parts);
      }
    }
    return cleared;
  }

  async #isAtWork(): Promise<boolean> {
    const found = await this.#clickhouse.query<{ some: number }>(
      `SELECT 1 AS some FROM system.mutations
       WHERE NOT is_done AND database = currentDatabase() AND table = {table:String} LIMIT 1`,
      { table: this.#table },
    );
    return found.length > 0;
  }

  async #partsByDay(): Promise<Map<string, string>> {
    const parts = await this.#clickhouse.query<Part>(
      `SELECT partition, name FROM system.parts
       WHERE active AND database = currentDatabase() AND table = {table:String} ORDER BY partition, name`,
      { table: this.#table },
    );
    const days = new Map<string, string>();
    for (const { partition, name } of parts) {
      days.set(partition, `${days.get(partition) ?? ''} ${name}`);
    }
    return days;
  }

  async #hasDetails(partition: string): Promise<boolean> {
    const found = await this.#clickhouse.query<{ some: number }>(
      `SELECT 1 AS some FROM ${this.#table}
       WHERE toYYYYMMDD(observed_at) = {day:UInt32} AND ${hasDetails} LIMIT 1`,
      { day: Number(partition) },
    );
    return found.length > 0;
  }

  async #clear(partition: string): Promise<void> {
    await this.#clickhouse.command(
      `ALTER TABLE ${this.#table} UPDATE ${withoutDetails} IN PARTITION ${checkedPartition(partition)} WHERE ${hasDetails}`,
      {},
      inBackground,
    );
  }
}

/** Checks a partition's name for the text of a statement, in which no parameter can stand for it. */
export function checkedPartition(partition: string): string {
  if (!/^[0-9]{6,8}$/.test(partition)) throw new RangeError(`no partition of ours: ${partition}`);
  return partition;
}

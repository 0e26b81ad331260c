import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { startTestClickHouse } from '../engines/clickhouse.ts';
import { silentLog } from '../silent-log.ts';

/** A real engine that refuses rows of a name, before it stores any, or after, when it counts them. */
export interface PoisonedStore {
  readonly clickhouse: ClickHouse;
  poisonRows(name: string): Promise<void>;
  poisonCounts(name: string): Promise<void>;
  /** Takes the reason away. */
  heal(): Promise<void>;
  /** Rows of a location: as stored, and as counted by the minute. */
  stored(location: number): Promise<{ rows: number; counted: number }>;
  dispose(): Promise<void>;
}

export async function startPoisonedStore(): Promise<PoisonedStore> {
  const engine = await startTestClickHouse();
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath });
  await migrate({ clickhouse, log: silentLog });
  // A conversion that fails is an error of the data, and the constants of tests are no input from outside.
  const check = (name: string): string => `if(query_name = '${name}', toUInt8(query_name), 1)`;
  return {
    clickhouse,
    poisonRows: (name) =>
      clickhouse.command(`ALTER TABLE queries ADD CONSTRAINT poison CHECK ${check(name)} = 1`),
    poisonCounts: (name) =>
      clickhouse.command(
        `CREATE MATERIALIZED VIEW poison_counts (n UInt8) ENGINE = MergeTree ORDER BY n AS
         SELECT ${check(name)} AS n FROM queries`,
      ),
    heal: async () => {
      await clickhouse.command('ALTER TABLE queries DROP CONSTRAINT IF EXISTS poison');
      await clickhouse.command('DROP TABLE IF EXISTS poison_counts');
    },
    stored: async (location) => {
      const [row] = await clickhouse.query<{ rows: number; counted: number }>(
        `SELECT (SELECT toUInt32(count()) FROM queries WHERE location_id = {location:UInt32}) AS rows,
           (SELECT toUInt32(sum(queries)) FROM traffic_minutes WHERE location_id = {location:UInt32}) AS counted`,
        { location },
      );
      return row!;
    },
    dispose: async () => {
      await clickhouse.close();
      await engine.dispose();
    },
  };
}

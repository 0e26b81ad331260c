import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { silentLog } from '../silent-log.ts';
import { startMigratedClickHouse, type TestEngine } from './clickhouse.ts';

/** An engine whose own database has all migrations, with a client of it. */
export interface MigratedDatabase {
  readonly engine: TestEngine;
  readonly clickhouse: ClickHouse;
  dispose(): Promise<void>;
}

/** Starts an engine with a migrated database. */
export async function startMigratedDatabase(): Promise<MigratedDatabase> {
  const engine = await startMigratedClickHouse({ kind: 'alone', migrate: migrateDatabase });
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath });
  return {
    engine,
    clickhouse,
    dispose: async () => {
      await clickhouse.close();
      await engine.dispose();
    },
  };
}

async function migrateDatabase(socketPath: string): Promise<void> {
  const clickhouse = new ClickHouse({ socketPath });
  await migrate({ clickhouse, log: silentLog });
  await clickhouse.close();
}

import test from 'ava';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { silentLog } from '../silent-log.ts';
import { startTestClickHouse, type TestEngine } from './clickhouse.ts';
import { startProxy, type TestProxy } from './clickhouse-proxy.ts';

/** The two ways to reach ClickHouse; each adapter test runs in both. */
export const modes = ['embedded', 'server'] as const;
export type Mode = (typeof modes)[number];

export interface TestStores {
  readonly engine: TestEngine;
  readonly proxy: TestProxy;
  /** Over the Unix socket as embedded, through the proxy as a server; a database each. */
  readonly clickhouse: Record<Mode, ClickHouse>;
  dispose(): Promise<void>;
}

/** One engine with a migrated database for each mode. */
export async function startTestStores(): Promise<TestStores> {
  const engine = await startTestClickHouse();
  const proxy = await startProxy(engine.engine.socketPath);
  const clickhouse = {
    embedded: new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'embedded' }),
    server: new ClickHouse({ url: `${proxy.url}/server` }),
  };
  try {
    for (const mode of modes) await migrate({ clickhouse: clickhouse[mode], log: silentLog });
  } catch (error) {
    await engine.dispose();
    throw error;
  }
  return {
    engine,
    proxy,
    clickhouse,
    dispose: async () => {
      for (const mode of modes) await clickhouse[mode].close();
      await proxy.close();
      await engine.dispose();
    },
  };
}

/** Declares tests once for each way. The stores are there from the first hook that `declare` adds on. */
export function inEachMode(declare: (mode: Mode, stores: () => TestStores) => void): void {
  let stores: TestStores | undefined;
  test.serial.before(async () => {
    stores = await startTestStores();
  });
  test.after.always(() => stores?.dispose());
  for (const mode of modes) declare(mode, () => stores!);
}

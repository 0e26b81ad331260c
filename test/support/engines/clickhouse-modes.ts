import test from 'ava';
import type { RowStore } from '../../../collector/ports/ingest/row-store.ts';
import { ClickHouse, type ClickHouseAddress } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';
import { silentLog } from '../silent-log.ts';
import { startMigratedClickHouse, type TestEngine } from './clickhouse.ts';
import { startProxy, type TestProxy } from './clickhouse-proxy.ts';
import { migrateDistributed, openDistributed, type TestWay } from './distributed-clickhouse.ts';

/** The two ways to reach ClickHouse; each adapter test runs in both. */
export const modes = ['embedded', 'server'] as const;
/** What asks questions asks them of a cluster's distributed tables as well. */
export const allModes = [...modes, 'distributed'] as const;
type AnyMode = (typeof allModes)[number];
export type Mode = (typeof modes)[number];

export interface TestStores<Wanted extends AnyMode = Mode> {
  readonly engine: TestEngine;
  readonly proxy: TestProxy;
  /** Over the Unix socket as embedded, through the proxy as a server; a database each. */
  readonly clickhouse: Record<Wanted, ClickHouse>;
  readonly rows: Record<Wanted, RowStore>;
  dispose(): Promise<void>;
}

/** One engine with a migrated database for each mode, and for the others too. */
export async function startTestStores<Wanted extends AnyMode>(
  wanted: readonly Wanted[],
): Promise<TestStores<Wanted>> {
  const engine = await startMigratedClickHouse({
    kind: 'eachway',
    settings: { testCluster: true },
    migrate: migrateEachWay,
  });
  const { socketPath } = engine.engine;
  const proxy = await startProxy(socketPath);
  const open: Record<AnyMode, () => TestWay> = {
    embedded: () => openWay({ socketPath }, 'embedded'),
    server: () => openWay({ url: proxy.url }, 'server'),
    distributed: () => openDistributed(socketPath),
  };
  const ways = wanted.map((mode): [Wanted, TestWay] => [mode, open[mode]()]);
  const dispose = async (): Promise<void> => {
    for (const [, way] of ways) await way.close();
    await proxy.close();
    await engine.dispose();
  };
  const each = <Part extends keyof TestWay>(part: Part): Record<Wanted, TestWay[Part]> =>
    Object.fromEntries(ways.map(([mode, way]) => [mode, way[part]])) as Record<Wanted, TestWay[Part]>;
  return { engine, proxy, clickhouse: each('clickhouse'), rows: each('rows'), dispose };
}

async function migrateEachWay(socketPath: string): Promise<void> {
  for (const database of modes) {
    const clickhouse = new ClickHouse({ socketPath }, { database });
    await migrate({ clickhouse, log: silentLog });
    await clickhouse.close();
  }
  await migrateDistributed(socketPath);
}

function openWay(address: ClickHouseAddress, database: string): TestWay {
  const clickhouse = new ClickHouse(address, { database });
  return { clickhouse, rows: new ClickHouseRowStore(clickhouse), close: () => clickhouse.close() };
}

/** Declares tests once for each way. The stores are there from the first hook that `declare` adds on. */
export function inEachMode<Wanted extends AnyMode>(
  wanted: readonly Wanted[],
  declare: (mode: Wanted, stores: () => TestStores<Wanted>) => void,
): void {
  let stores: TestStores<Wanted> | undefined;
  test.serial.before(async () => {
    stores = await startTestStores(wanted);
  });
  test.after.always(() => stores?.dispose());
  for (const mode of wanted) declare(mode, () => stores!);
}

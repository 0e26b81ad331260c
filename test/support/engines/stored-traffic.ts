import type { Row } from '@sonde/shared/batch/row.ts';
import test from 'ava';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { createClickHouseStores } from '../../../collector/storage/clickhouse/stores.ts';
import { silentLog } from '../silent-log.ts';
import { startMigratedClickHouse, type TestEngine } from './clickhouse.ts';
import { makeRow, writeRows } from './clickhouse-rows.ts';

type Stores = ReturnType<typeof createClickHouseStores>;

interface Store {
  readonly engine: TestEngine;
  readonly clickhouse: ClickHouse;
  readonly stores: Stores;
}

/** One for all tests of a file, which starts when the first of them stores or asks. */
let store: Promise<Store> | undefined;

test.after.always('the engine of stored traffic ends', async () => {
  const running = await store;
  await running?.clickhouse.close();
  await running?.engine.dispose();
});

async function migrateDatabase(socketPath: string): Promise<void> {
  const clickhouse = new ClickHouse({ socketPath });
  await migrate({ clickhouse, log: silentLog });
  await clickhouse.close();
}

async function startStore(): Promise<Store> {
  const engine = await startMigratedClickHouse({ kind: 'alone', migrate: migrateDatabase });
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath });
  return { engine, clickhouse, stores: createClickHouseStores(clickhouse) };
}

/** Traffic in the real store. Tests of a file share it, and are told apart by the ids of their locations. */
export class StoredTraffic {
  #added: Promise<void> = Promise.resolve();

  /** Stores ordinary rows with what matters to the test put in, before the next question. */
  add(...rows: (Partial<Row> & { readonly locationId: number; readonly agentId?: number })[]): void {
    store ??= startStore();
    const running = store;
    this.#added = this.#added.then(async () => insert(await running, rows));
    // The next question tells.
    this.#added.catch(() => undefined);
  }

  /**
   * Resolves when everything that was added is stored, which may have taken the start of an engine: no request under test
   * should have that counted as its own time.
   */
  async settled(): Promise<void> {
    await this.#added.catch(() => undefined);
  }

  /** Those that endpoints ask for by these names. */
  get ports() {
    const {
      encryptedFlows,
      traffic,
      movers,
      querySearch,
      passiveDns,
      domainSightings,
      seenDomains,
      ruleReplay,
      reconciler,
    } = this;
    return {
      encryptedFlows,
      traffic,
      movers,
      querySearch,
      passiveDns,
      domainSightings,
      seenDomains,
      ruleReplay,
      reconciler,
    };
  }
  get accountTraffic() {
    return this.#asks('accountTraffic');
  }
  get domainSightings() {
    return this.#asks('domainSightings');
  }
  get encryptedFlows() {
    return this.#asks('encryptedFlows');
  }
  get movers() {
    return this.#asks('movers');
  }
  get passiveDns() {
    return this.#asks('passiveDns');
  }
  get querySearch() {
    return this.#asks('querySearch');
  }
  get reconciler() {
    return this.#asks('reconciler');
  }
  get ruleReplay() {
    return this.#asks('ruleReplay');
  }
  get seenDomains() {
    return this.#asks('seenDomains');
  }
  get traffic() {
    return this.#asks('traffic');
  }

  /** A store whose every question waits for the engine; those that stream do so from the first item on. */
  #asks<Name extends keyof Stores>(name: Name): Stores[Name] {
    const ready = async () => {
      store ??= startStore();
      await this.#added;
      return (await store).stores[name] as Record<PropertyKey, (...asked: unknown[]) => unknown>;
    };
    return new Proxy({} as Stores[Name], {
      get(_target, question) {
        if (question !== 'export' && question !== 'passiveDns')
          return async (...asked: unknown[]) => (await ready())[question]!(...asked);
        return async function* (...asked: unknown[]) {
          yield* (await ready())[question]!(...asked) as AsyncIterable<unknown>;
        };
      },
    });
  }
}

async function insert(
  { engine, stores }: Store,
  rows: readonly (Partial<Row> & { readonly locationId: number; readonly agentId?: number })[],
): Promise<void> {
  for (const [place, group] of Map.groupBy(
    rows,
    ({ locationId, agentId = 1 }) => `${locationId} ${agentId}`,
  )) {
    const [locationId = 0, agentId = 1] = place.split(' ').map(Number);
    const file = await writeRows(engine.directory, group.map(makeRow), { locationId, agentId });
    await stores.rows.insertFile(file, file);
  }
}

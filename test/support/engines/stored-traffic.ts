import type { Row } from '@sonde/shared/batch/row.ts';
import { createClickHouseStores } from '../../../collector/storage/clickhouse/stores.ts';
import { atProcessEnd } from '../process-end.ts';
import { makeRow, writeRows } from './clickhouse-rows.ts';
import { type MigratedDatabase, startMigratedDatabase } from './migrated-database.ts';

type Stores = ReturnType<typeof createClickHouseStores>;

interface Store {
  readonly database: MigratedDatabase;
  readonly stores: Stores;
}

/** One for all tests of a process, which starts when the first of them stores or asks. */
let store: Promise<Store> | undefined;

atProcessEnd('the engine of stored traffic ends', async () => (await store)?.database.dispose());

async function startStore(): Promise<Store> {
  const database = await startMigratedDatabase();
  return { database, stores: createClickHouseStores(database.clickhouse) };
}

/** Traffic in the real store. Tests of a process share it, and are told apart by the ids of their locations. */
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
  { database, stores }: Store,
  rows: readonly (Partial<Row> & { readonly locationId: number; readonly agentId?: number })[],
): Promise<void> {
  for (const [place, group] of Map.groupBy(
    rows,
    ({ locationId, agentId = 1 }) => `${locationId} ${agentId}`,
  )) {
    const [locationId = 0, agentId = 1] = place.split(' ').map(Number);
    const file = await writeRows(database.engine.directory, group.map(makeRow), { locationId, agentId });
    await stores.rows.insertFile(file, file);
  }
}

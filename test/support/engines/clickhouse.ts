import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedClickHouse,
  type EmbeddedSettings,
  startEmbeddedClickHouse,
} from '../../../collector/storage/clickhouse/embedded/start.ts';
import { migrations } from '../../../collector/storage/clickhouse/migrations/all.ts';
import { oneMachine } from '../../../collector/storage/clickhouse/migrations/topology.ts';
import { silentLog } from '../silent-log.ts';
import { distributedTopology } from './distributed-clickhouse.ts';
import { plant } from './seeds.ts';

export interface TestEngine {
  readonly engine: EmbeddedClickHouse;
  /** A directory of the test's own; the engine's data is in `clickhouse` below it. */
  readonly directory: string;
  /** Stops the engine and starts another on the same data. */
  reopen(): Promise<EmbeddedClickHouse>;
  dispose(): Promise<void>;
}

/** A migrated ClickHouse is what an engine's data directory begins with, made once for all test files. */
export interface MigratedClickHouse {
  /** Apart from those for other databases. */
  readonly kind: string;
  readonly settings?: Partial<EmbeddedSettings>;
  /** Makes the databases and their tables. */
  migrate(socketPath: string): Promise<void>;
}

/** An embedded ClickHouse on a temporary directory. */
export async function startTestClickHouse(settings: Partial<EmbeddedSettings> = {}): Promise<TestEngine> {
  return openEngine(await mkdtemp(join(await quickDirectory(), 'sonde-test-')), settings);
}

/** As `startTestClickHouse`, with migrated databases. */
export async function startMigratedClickHouse({
  kind,
  settings = {},
  migrate,
}: MigratedClickHouse): Promise<TestEngine> {
  const directory = await mkdtemp(join(await quickDirectory(), 'sonde-test-'));
  const make = async (seed: string): Promise<void> => {
    const { engine } = await openEngine(seed, settings);
    try {
      await migrate(engine.socketPath);
    } finally {
      await engine.stop();
    }
  };
  await plant({ kind: `clickhouse${kind}`, madeOf: [migrationTexts(), settings], make }, directory);
  return openEngine(directory, settings);
}

const migrationTexts = () =>
  [oneMachine, distributedTopology].map((topology) =>
    migrations.map(({ name, statements }) => [name, statements(topology)]),
  );

async function openEngine(directory: string, settings: Partial<EmbeddedSettings>): Promise<TestEngine> {
  const start = (): Promise<EmbeddedClickHouse> =>
    startEmbeddedClickHouse({
      dataDirectory: join(directory, 'clickhouse'),
      log: silentLog,
      memoryBytes: 768 * 1024 * 1024,
      ...settings,
    });
  let engine = await start();
  return {
    get engine() {
      return engine;
    },
    directory,
    reopen: async () => {
      await engine.stop();
      engine = await start();
      return engine;
    },
    dispose: async () => {
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Where tests keep an engine's data: in memory where the machine has a place for it, since the engine waits for the disk
 * at every statement. A kill of the engine leaves what was written, on either.
 */
async function quickDirectory(): Promise<string> {
  const inMemory = '/dev/shm';
  const enough = 2 * 1024 ** 3;
  try {
    const { bavail, bsize } = await statfs(inMemory);
    if (bavail * bsize >= enough) return inMemory;
  } catch {
    // Not on this system.
  }
  return tmpdir();
}

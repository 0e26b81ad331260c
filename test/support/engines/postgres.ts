import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anyTest, { type ExecutionContext } from 'ava';
import type { PoolConfig } from 'pg';
import { binariesIn, type PostgresBinaries } from '../../../collector/storage/postgres/embedded/binaries.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../collector/storage/postgres/embedded/start.ts';
import { migrate } from '../../../collector/storage/postgres/migrate.ts';
import { migrations } from '../../../collector/storage/postgres/migrations/index.ts';
import { openPostgres, type Postgres } from '../../../collector/storage/postgres/pool.ts';
import { silentLog } from './postgres-silent-log.ts';

const debian = '/usr/lib/postgresql/15/bin';

/** A running server and the schemas that tests make in it. */
export interface PostgresServer {
  readonly server: EmbeddedPostgres;
  readonly dataDirectory: string;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

/** Starts a server in a fresh directory. */
export async function startPostgresServer(binaries?: PostgresBinaries): Promise<PostgresServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  await chmod(dataDirectory, 0o711);
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLog, binaries });
  return {
    server,
    dataDirectory,
    remove: async () => {
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** An empty schema of a test's own, gone when the test ends. */
export interface PostgresSchema {
  readonly connection: PoolConfig;
  /** A pool of its own, closed when the test ends: each is like one collector. */
  open(options?: PoolConfig): Postgres;
}

export async function freshSchema(t: ExecutionContext, connection: PoolConfig): Promise<PostgresSchema> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const pools: Postgres[] = [];
  const inSchema: PoolConfig = { ...connection, options: `-c search_path=${name}` };
  const open = (options: PoolConfig = {}) => {
    const postgres = openPostgres({ ...inSchema, max: 4, ...options }, silentLog);
    pools.push(postgres);
    return postgres;
  };
  await open().query(`CREATE SCHEMA ${name}`);
  t.teardown(() => Promise.all(pools.map((postgres) => postgres.close())));
  return { connection: inSchema, open };
}

/** As `freshSchema`, with all migrations applied. */
export async function freshDatabase(t: ExecutionContext, connection: PoolConfig): Promise<PostgresSchema> {
  const schema = await freshSchema(t, connection);
  await migrate(schema.open(), migrations);
  return schema;
}

/** Tests by title, each with a server to connect to. */
export type PostgresSuite = Readonly<
  Record<string, (t: ExecutionContext, connection: PoolConfig) => Promise<void>>
>;

/** Tests that run on one server at a time: together they must not ask for more connections than it has. */
const atOnce = 4;

/**
 * Registers each test twice: against the server that comes with the program, and against Debian's PostgreSQL 15 where
 * that is installed. Both are started once for the file and removed behind it.
 */
export function onEveryPostgres(suites: Readonly<Record<string, PostgresSuite>>): void {
  onPostgres('embedded', undefined, suites);
  if (existsSync(debian)) onPostgres('PostgreSQL 15', binariesIn(debian), suites);
  else sayThatItIsMissing();
}

/** Registers a test that needs Debian's PostgreSQL 15 alone. */
export function onDebianPostgres(title: string, body: (t: ExecutionContext) => Promise<void>): void {
  if (existsSync(debian)) anyTest(title, body);
  else sayThatItIsMissing();
}

function sayThatItIsMissing(): void {
  anyTest.skip(`PostgreSQL 15 IS NOT INSTALLED in ${debian}: what needs it is not tested`, () => {});
}

function onPostgres(
  name: string,
  binaries: PostgresBinaries | undefined,
  suites: Readonly<Record<string, PostgresSuite>>,
): void {
  let running: PostgresServer | undefined;
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve());
  let turn = 0;
  anyTest.before(`${name} starts`, async () => {
    running = await startPostgresServer(binaries);
  });
  anyTest.after.always(`${name} stops`, async () => {
    await running?.remove();
  });
  for (const [suite, tests] of Object.entries(suites)) {
    for (const [title, body] of Object.entries(tests)) {
      anyTest(`${name}: ${suite}: ${title}`, async (t) => {
        const lane = turn++ % atOnce;
        const before = lanes[lane];
        const ended = Promise.withResolvers<void>();
        t.teardown(() => ended.resolve());
        lanes[lane] = ended.promise;
        await before;
        await body(t, running!.server.connection);
      });
    }
  }
}

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
import { openPostgres, type Postgres } from '../../../collector/storage/postgres/pool.ts';
import { atProcessEnd } from '../process-end.ts';
import { emptySchema } from './emptied-schema.ts';
import { inSchema, makeDatabase, makeSchema, type ReadySchema } from './make-database.ts';
import { silentLog } from './postgres-silent-log.ts';
import { plantCluster } from './seed-cluster.ts';

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
  const ready = await plantCluster(dataDirectory, binaries);
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLog, binaries });
  left.set(server.connection, [...ready]);
  return {
    server,
    dataDirectory,
    remove: async () => {
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** One for all tests of a process, which starts when the first of them asks. */
let shared: Promise<PostgresServer> | undefined;

atProcessEnd('the server of PostgreSQL ends', async () => (await shared)?.remove());

async function sharedConnection(): Promise<PoolConfig> {
  shared ??= startPostgresServer();
  return (await shared).server.connection;
}

/** A schema of a test's own. */
export interface PostgresSchema {
  readonly connection: PoolConfig;
  /** A pool of its own, closed when the test ends: each is like one collector. */
  open(options?: PoolConfig): Postgres;
}

/** An empty schema. */
export async function freshSchema(t: ExecutionContext, connection: PoolConfig): Promise<PostgresSchema> {
  const name = await makeSchema(connection);
  return schemaOf(t, connection, name);
}

/** Schemas that are migrated and empty, by the connection to their server. */
const left = new WeakMap<PoolConfig, ReadySchema[]>();

/**
 * A schema with all migrations applied, and nothing but what those left in it. Migrations take longer than most tests, so a
 * schema is emptied behind its test and given to a later one. Without a connection it is in the server that the tests of a process share.
 */
export async function freshDatabase(t: ExecutionContext, to?: PoolConfig): Promise<PostgresSchema> {
  const connection = to ?? (await sharedConnection());
  const atHand = left.get(connection) ?? [];
  left.set(connection, atHand);
  const { name, beginning } = atHand.pop() ?? (await makeDatabase(connection));
  // Teardowns run in reverse: by then the test's own pools are closed.
  t.teardown(async () => {
    const isEmpty = await inSchema(connection, name, (postgres) => emptySchema(postgres, beginning));
    if (isEmpty) atHand.push({ name, beginning });
  });
  return schemaOf(t, connection, name);
}

function schemaOf(t: ExecutionContext, connection: PoolConfig, name: string): PostgresSchema {
  const pools: Postgres[] = [];
  const inIt: PoolConfig = { ...connection, options: `-c search_path=${name}` };
  t.teardown(() => Promise.all(pools.map((postgres) => postgres.close())));
  return {
    connection: inIt,
    open: (options = {}) => {
      const postgres = openPostgres({ ...inIt, max: 4, ...options }, silentLog);
      pools.push(postgres);
      return postgres;
    },
  };
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

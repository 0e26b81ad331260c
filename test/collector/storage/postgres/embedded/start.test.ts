import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { startEmbeddedPostgres } from '../../../../../collector/storage/postgres/embedded/start.ts';
import { openPostgres, type Postgres } from '../../../../../collector/storage/postgres/pool.ts';
import { silentLog } from '../../../../support/engines/postgres-silent-log.ts';

const inAnotherProcess = new URL('../../../../support/engines/postgres-process.ts', import.meta.url);

let initialised = '';

test.before(async () => {
  initialised = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  await chmod(initialised, 0o711);
  const server = await startEmbeddedPostgres({ dataDirectory: initialised, log: silentLog });
  await server.stop();
});

test.after.always(() => rm(initialised, { recursive: true, force: true }));

async function emptyDirectory(t: ExecutionContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  await chmod(path, 0o711);
  t.teardown(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A data directory with a cluster that was started before, which saves the making of one. */
async function directory(t: ExecutionContext): Promise<string> {
  const path = await emptyDirectory(t);
  await promisify(execFile)('cp', ['-a', join(initialised, 'postgres'), path]);
  return path;
}

async function start(t: ExecutionContext, dataDirectory: string) {
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLog });
  t.teardown(() => server.stop());
  const postgres = openPostgres(server.connection, silentLog);
  t.teardown(() => postgres.close());
  return { server, postgres };
}

/** A collector of its own, reduced to its server, that can be killed. Resolves when the server runs. */
async function startElsewhere(
  t: ExecutionContext,
  dataDirectory: string,
  mode: 'mortal' | 'orphaning' = 'mortal',
): Promise<{ child: ChildProcess; pid: number }> {
  const child = fork(inAnotherProcess, [dataDirectory, mode], { silent: true });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('it ended')));
  const [pid] = (await Promise.race([once(child, 'message'), ended])) as [number];
  ended.catch(() => {});
  t.teardown(async () => {
    child.kill('SIGKILL');
    await untilGone(pid);
  });
  return { child, pid };
}

/** Asks until the server answers. */
async function untilItAnswers(postgres: Postgres): Promise<void> {
  for (;;) {
    try {
      await postgres.query('SELECT 1');
      return;
    } catch {
      await wait(20);
    }
  }
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (line === undefined || line.slice(line.lastIndexOf(')')).startsWith(') Z')) return;
    await wait(10);
  }
}

test('data stays from one start to the next', async (t) => {
  const dataDirectory = await directory(t);
  const first = await start(t, dataDirectory);
  await first.postgres.query('CREATE TABLE kept AS SELECT 1 AS one');
  await first.server.stop();
  t.is(first.server.pid(), undefined);
  const second = await start(t, dataDirectory);
  t.deepEqual(await second.postgres.query<{ one: number }>('SELECT one FROM kept'), [{ one: 1 }]);
});

test('nobody else gets in: no TCP, closed files, and no superuser for the collector', async (t) => {
  const dataDirectory = await directory(t);
  const { postgres } = await start(t, dataDirectory);
  const [settings] = await postgres.query<{ addresses: string; superuser: string }>(
    "SELECT current_setting('listen_addresses') AS addresses, current_setting('is_superuser') AS superuser",
  );
  t.deepEqual(settings, { addresses: '', superuser: 'off' });
  await t.throwsAsync(postgres.query("COPY (SELECT 1) TO PROGRAM 'true'"));
  const home = join(dataDirectory, 'postgres');
  for (const path of [
    home,
    join(home, 'cluster'),
    join(home, 'cluster/sonde_password'),
    join(home, '.s.PGSQL.5432'),
  ]) {
    t.is((await stat(path)).mode & 0o077, 0, path);
  }
  if (process.getuid?.() === 0) t.not((await stat(join(home, 'cluster/PG_VERSION'))).uid, 0);
});

test('a killed server comes up again by itself, with all that was committed', async (t) => {
  const { server, postgres } = await start(t, await directory(t));
  await postgres.query('CREATE TABLE kept AS SELECT 1 AS one');
  const killed = server.pid()!;
  process.kill(killed, 'SIGKILL');
  await untilGone(killed);
  await untilItAnswers(postgres);
  t.deepEqual(await postgres.query<{ one: number }>('SELECT one FROM kept'), [{ one: 1 }]);
  while (server.pid() === undefined) await wait(5);
  t.not(server.pid(), killed);
});

test('a server ends with its killed collector, and the next one finds the data', async (t) => {
  const dataDirectory = await directory(t);
  const { child, pid } = await startElsewhere(t, dataDirectory);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { server, postgres } = await start(t, dataDirectory);
  t.not(server.pid(), pid);
  t.deepEqual(await postgres.query<{ n: number }>('SELECT n FROM elsewhere'), [{ n: 7 }]);
});

test('a server that outlives its collector is ended by the next one', async (t) => {
  const dataDirectory = await directory(t);
  const { child, pid } = await startElsewhere(t, dataDirectory, 'orphaning');
  child.kill('SIGKILL');
  await once(child, 'exit');
  t.notThrows(() => process.kill(pid, 0));
  const { server, postgres } = await start(t, dataDirectory);
  await untilGone(pid);
  t.not(server.pid(), pid);
  t.deepEqual(await postgres.query<{ n: number }>('SELECT n FROM elsewhere'), [{ n: 7 }]);
});

test('the data of a living collector is left alone', async (t) => {
  const dataDirectory = await directory(t);
  const { pid } = await startElsewhere(t, dataDirectory);
  await t.throwsAsync(startEmbeddedPostgres({ dataDirectory, log: silentLog }), {
    message: new RegExp(`in use by another collector.* ${pid} `),
  });
  t.notThrows(() => process.kill(pid, 0));
});

test("a lock file that names another program's process is no hindrance", async (t) => {
  const dataDirectory = await directory(t);
  await (await start(t, dataDirectory)).server.stop();
  const cluster = join(dataDirectory, 'postgres/cluster');
  await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n\n\n`);
  const { postgres } = await start(t, dataDirectory);
  t.deepEqual(await postgres.query<{ one: number }>('SELECT 1 AS one'), [{ one: 1 }]);
});

test('data of another major version is refused in plain words', async (t) => {
  const dataDirectory = await directory(t);
  await (await start(t, dataDirectory)).server.stop();
  await writeFile(join(dataDirectory, 'postgres/cluster/PG_VERSION'), '14\n');
  await t.throwsAsync(startEmbeddedPostgres({ dataDirectory, log: silentLog }), {
    message: /made by PostgreSQL 14 and this program brings PostgreSQL 18/,
  });
});

test('a first start that was interrupted is done anew', async (t) => {
  const dataDirectory = await emptyDirectory(t);
  // No process has that id: Linux gives none beyond 2^22.
  await mkdir(join(dataDirectory, 'postgres/cluster.new-9999999/base'), { recursive: true });
  const { postgres } = await start(t, dataDirectory);
  t.deepEqual(await postgres.query<{ one: number }>('SELECT 1 AS one'), [{ one: 1 }]);
  t.false((await readdir(join(dataDirectory, 'postgres'))).some((name) => name.includes('new')));
});

test('of two collectors that start in one fresh directory, one has it and the other says so', async (t) => {
  const dataDirectory = await emptyDirectory(t);
  const elsewhere = startElsewhere(t, dataDirectory).catch(() => undefined);
  const here = startEmbeddedPostgres({ dataDirectory, log: silentLog });
  t.teardown(async () => (await here.catch(() => undefined))?.stop());
  const [there, own] = await Promise.all([elsewhere, here.catch((error: Error) => error)]);
  if (there === undefined) t.false(own instanceof Error);
  else t.regex(own instanceof Error ? own.message : 'both run', /in use by another collector/);
});

test('a path that is too long or too odd for a socket is served from elsewhere', async (t) => {
  const dataDirectory = join(await emptyDirectory(t), 'a "comma", '.padEnd(120, 'long'));
  await mkdir(dataDirectory);
  const { server, postgres } = await start(t, dataDirectory);
  t.deepEqual(await postgres.query<{ one: number }>('SELECT 1 AS one'), [{ one: 1 }]);
  const socket = String(server.connection.host);
  t.false(socket.startsWith(dataDirectory));
  t.is((await stat(socket)).mode & 0o777, 0o700);
  await server.stop();
  await t.throwsAsync(stat(socket), { code: 'ENOENT' });
});

test('the socket directory of a killed server elsewhere is cleared away', async (t) => {
  const dataDirectory = join(await emptyDirectory(t), 'long'.repeat(30));
  await mkdir(dataDirectory);
  const { child, pid } = await startElsewhere(t, dataDirectory, 'orphaning');
  const [, , , , socket = ''] = (
    await readFile(join(dataDirectory, 'postgres/cluster/postmaster.pid'), 'utf8')
  ).split('\n');
  t.true((await stat(socket)).isDirectory());
  child.kill('SIGKILL');
  await once(child, 'exit');
  await start(t, dataDirectory);
  await untilGone(pid);
  await t.throwsAsync(stat(socket), { code: 'ENOENT' });
});

test("a data directory behind a closed one works, as in root's home", async (t) => {
  const dataDirectory = await directory(t);
  await chmod(dataDirectory, 0o700);
  const { postgres } = await start(t, dataDirectory);
  t.deepEqual(await postgres.query<{ one: number }>('SELECT 1 AS one'), [{ one: 1 }]);
});

test('stopping leaves no process, socket or lock behind', async (t) => {
  const dataDirectory = await directory(t);
  const { server } = await start(t, dataDirectory);
  const pid = server.pid()!;
  await Promise.all([server.stop(), server.stop()]);
  await untilGone(pid);
  t.deepEqual(await readdir(join(dataDirectory, 'postgres')), ['cluster']);
  t.false((await readdir(join(dataDirectory, 'postgres/cluster'))).includes('postmaster.pid'));
});

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { commandLine, planSpawn } from '../../../collector/storage/postgres/embedded/spawn-plan.ts';
import { freePort } from '../free-port.ts';

const programs = '/usr/lib/postgresql/15/bin';

/** A server as an operator runs one: on TCP, with a password, apart from any collector. */
export interface DebianPostgres {
  /** For DATABASE_URL. */
  readonly url: string;
  start(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a server in a fresh directory and starts it on a free port of the loopback interface. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const home = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  const user = process.getuid?.() === 0 ? await nobody(home) : undefined;
  // Ends with the test's process, however that ends.
  const plan = await planSpawn([programs, home], user);
  const cluster = join(home, 'cluster');
  const passwordFile = join(home, 'password');
  await writeFile(passwordFile, 'secret of the tests');
  await chmod(passwordFile, 0o644);
  const authentication = ['-U', 'sonde', '-A', 'scram-sha-256', '--pwfile', passwordFile];
  const [file, options] = commandLine(plan, join(programs, 'initdb'), [
    ...['-D', cluster, '-E', 'UTF8', '--no-sync'],
    ...authentication,
  ]);
  await promisify(execFile)(file, options, plan.options);
  const port = await freePort();
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off'];
    const [server, serverOptions] = commandLine(plan, join(programs, 'postgres'), [
      ...['-D', cluster],
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    child = spawn(server, serverOptions, { ...plan.options, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(child);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    url: `postgres://sonde:secret%20of%20the%20tests@127.0.0.1:${port}/postgres`,
    start,
    kill: () => end('SIGQUIT'),
    remove: async () => {
      await end('SIGINT');
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function nobody(home: string): Promise<{ uid: number; gid: number }> {
  const { stdout } = await promisify(execFile)('id', ['-u', 'nobody']);
  const uid = Number(stdout);
  await chown(home, uid, uid);
  return { uid, gid: uid };
}

function ready(child: ChildProcess): Promise<void> {
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${lines.join(' ')}`)));
    createInterface({ input: child.stderr! }).on('line', (line) => {
      if (lines.length < 20) lines.push(line);
      if (line.includes('ready to accept connections')) resolve();
    });
  });
}

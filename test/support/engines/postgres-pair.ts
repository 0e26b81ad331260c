import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { PoolConfig } from 'pg';
import { packagedBinaries } from '../../../collector/storage/postgres/embedded/binaries.ts';
import { clusterPassword, roleName } from '../../../collector/storage/postgres/embedded/initialise.ts';
import { operatingUser } from '../../../collector/storage/postgres/embedded/operating-user.ts';
import { secure } from '../../../collector/storage/postgres/embedded/socket-directory.ts';
import {
  commandLine,
  planSpawn,
  type SpawnPlan,
} from '../../../collector/storage/postgres/embedded/spawn-plan.ts';
import type { ReadySchema } from './make-database.ts';
import { plantCluster } from './seed-cluster.ts';

const standby = 'standby';
const run = promisify(execFile);

/**
 * A pair of PostgreSQL servers, the one a synchronous standby of the other: what the first acknowledged the second has. One address leads
 * to whichever serves, as a balancer's or a virtual one does.
 */
export interface PostgresPair {
  readonly connection: PoolConfig;
  /** Ends the serving server as a machine ends that loses its power. */
  kill(): Promise<void>;
  /** Makes the standby the one that serves, and leads the address to it. */
  promote(): Promise<void>;
  remove(): Promise<void>;
}

interface Server {
  readonly socketDirectory: string;
  kill(): Promise<void>;
}

/** Starts a pair with a migrated schema. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-pair-'));
  await chmod(directory, 0o711);
  const [ready] = (await plantCluster(directory)) as readonly [ReadySchema];
  const binaries = packagedBinaries();
  const home = join(directory, 'postgres');
  const plan = await planSpawn([binaries.postgres, home], await operatingUser(home));
  const clusters = [join(home, 'cluster'), join(home, standby)] as const;
  const password = await clusterPassword(clusters[0]);

  const alone = ['--single', '-D', clusters[0], 'postgres'];
  await runAs(plan, binaries.postgres, alone, `ALTER ROLE ${roleName} REPLICATION\n`);
  await appendFile(join(clusters[0], 'pg_hba.conf'), `local replication ${roleName} scram-sha-256\n`);
  await run('cp', ['-a', clusters[0], clusters[1]]);
  const socketDirectories = [join(directory, 'a'), join(directory, 'b')] as const;
  for (const path of socketDirectories) {
    await run('mkdir', [path]);
    await secure(path, plan.owner);
  }
  const primary = `host=${socketDirectories[0]} port=5432 user=${roleName} password=${password} application_name=${standby}`;
  await appendFile(join(clusters[1], 'postgresql.conf'), `\nprimary_conninfo = '${primary}'\n`);
  await writeFile(join(clusters[1], 'standby.signal'), '');
  await run('chown', ['--reference', clusters[1], join(clusters[1], 'standby.signal')]);

  const address = join(directory, 'serving');
  const leadTo = async (server: Server): Promise<void> => {
    await symlink(server.socketDirectory, `${address}.new`);
    await rename(`${address}.new`, address);
  };
  const start = (index: 0 | 1, options: readonly string[]): Promise<Server> =>
    startServer(plan, binaries.postgres, clusters[index], socketDirectories[index], options);
  const first = await start(0, [`synchronous_standby_names=${standby}`, 'synchronous_commit=remote_apply']);
  const second = await start(1, []);
  await leadTo(first);
  return {
    connection: {
      ...{ host: address, port: 5432, user: roleName, database: roleName, password },
      options: `-c search_path=${ready.name}`,
    },
    kill: () => first.kill(),
    promote: async () => {
      await runAs(plan, join(binaries.postgres, '..', 'pg_ctl'), [
        'promote',
        '-D',
        clusters[1],
        '-w',
        '-t',
        '120',
      ]);
      await leadTo(second);
    },
    remove: async () => {
      await Promise.all([first.kill(), second.kill()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startServer(
  plan: SpawnPlan,
  program: string,
  cluster: string,
  socketDirectory: string,
  options: readonly string[],
): Promise<Server> {
  const all = [
    ...['listen_addresses=', 'port=5432', 'wal_level=replica', 'max_wal_senders=10', 'hot_standby=on'],
    ...['shared_buffers=16MB', 'max_connections=100', 'lc_messages=C', 'log_destination=stderr'],
    ...[`unix_socket_directories=${socketDirectory}`, ...options],
  ];
  const [file, words] = commandLine(plan, program, ['-D', cluster, ...all.flatMap((each) => ['-c', each])]);
  const child = spawn(file, words, { ...plan.options, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (line.includes('ready to accept')) resolve();
    });
    child.once('close', () => reject(new Error(`PostgreSQL did not start: ${said.join('\n')}`)));
  });
  return {
    socketDirectory,
    kill: async () => {
      // Its sessions notice that it is gone and end.
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function runAs(plan: SpawnPlan, program: string, words: readonly string[], input = ''): Promise<void> {
  const [file, all] = commandLine(plan, program, words);
  const child = spawn(file, all, { ...plan.options, stdio: ['pipe', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (data) => {
    complaints += data;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} failed (${code}): ${complaints}`);
}

import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import type { PoolConfig } from 'pg';
import { type PostgresBinaries, packagedBinaries } from './binaries.ts';
import { clusterPassword, ensureCluster, roleName } from './initialise.ts';
import { operatingUser } from './operating-user.ts';
import { freeCluster } from './orphan.ts';
import { type Postmaster, PostmasterError, startPostmaster } from './postmaster.ts';
import { privateDirectory, secure, socketDirectory } from './socket-directory.ts';
import { planSpawn } from './spawn-plan.ts';
import { supervise } from './supervise.ts';

/** An embedded PostgreSQL is a running server of our own. */
export interface EmbeddedPostgres {
  /** The way to connect; stays the same when the server is started again. */
  readonly connection: PoolConfig;
  /** The server's process id, undefined while it is away. */
  pid(): number | undefined;
  /** Ends the server in order, and its supervision. */
  stop(): Promise<void>;
}

/** The remains of a killed server may be in the way of a new one for this many milliseconds. */
const startPatience = 15_000;

/**
 * Starts a PostgreSQL in `<dataDirectory>/postgres`, making the database at the first start, and keeps it running. It
 * listens on a Unix socket in that directory alone, runs as an unprivileged user if the collector is root, and ends
 * with the collector. Throws a plain Error whose message tells an operator what to do.
 */
export async function startEmbeddedPostgres(wanted: {
  dataDirectory: string;
  log: Log;
  binaries?: PostgresBinaries | undefined;
  /** Called when the server's process has been begun, before it takes connections. */
  onBegun?: (() => void) | undefined;
}): Promise<EmbeddedPostgres> {
  const { log } = wanted;
  const binaries = wanted.binaries ?? packagedBinaries();
  const given = resolve(wanted.dataDirectory, 'postgres');
  await privateDirectory(given);
  const home = await realpath(given);
  const user = await operatingUser(home);
  await secure(home, user);
  const plan = await planSpawn([binaries.postgres, home], user);
  const cluster = join(home, 'cluster');
  await freeCluster(cluster, log);
  await ensureCluster(cluster, binaries, plan);
  const password = await clusterPassword(cluster);
  const socket = await socketDirectory(home, user);
  const start = () =>
    startPostmaster({ cluster, socketDirectory: socket.path, binaries, plan, log, onBegun: wanted.onBegun });
  const first = await firstStart(start, () => freeCluster(cluster, log));
  const supervision = supervise(first, start, log);
  return {
    connection: { host: socket.path, port: 5432, user: roleName, database: roleName, password },
    pid: () => supervision.current()?.pid,
    stop: async () => {
      await supervision.stop();
      await socket.remove();
    },
  };
}

/**
 * Sessions of a server that was killed hold its memory until they notice; that passes. If another collector has
 * started meanwhile, `free` says so.
 */
async function firstStart(start: () => Promise<Postmaster>, free: () => Promise<void>): Promise<Postmaster> {
  const giveUpAt = performance.now() + startPatience;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const hopeful = error instanceof PostmasterError && error.retry && performance.now() < giveUpAt;
      if (!hopeful) throw error;
      await wait(100);
      await free();
    }
  }
}

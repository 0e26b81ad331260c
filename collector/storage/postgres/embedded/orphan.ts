import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import { exists, lockedBy, lockedSocketDirectory, runningServer } from './owner.ts';
import { removeSocketDirectory } from './socket-directory.ts';

/** Each step asks the server to end by a signal, and gives it some milliseconds. */
const steps: readonly [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/**
 * Makes a cluster free to be started: ends a server whose collector is gone, removes a lock file that names a process
 * of somebody else's. Throws if a living collector uses the cluster.
 */
export async function freeCluster(cluster: string, log: Log): Promise<void> {
  const locked = await lockedBy(cluster);
  if (locked === undefined) return;
  const server = await runningServer(cluster);
  const socketDirectory = await lockedSocketDirectory(cluster);
  if (server?.owned) {
    throw new Error(
      `The data directory is in use by another collector, whose PostgreSQL runs as process ${server.pid} on ${cluster}.`,
    );
  }
  if (server) await endOrphan(cluster, server.pid, log);
  await removeForeignLock(cluster, locked, log);
  if (socketDirectory !== undefined) await removeSocketDirectory(socketDirectory);
}

async function endOrphan(cluster: string, pid: number, log: Log): Promise<void> {
  log.warn({ pid }, 'Ending a PostgreSQL that outlived its collector');
  for (const [signal, patience] of steps) {
    if (await end(cluster, pid, signal, patience)) return;
  }
  throw new Error(`PostgreSQL's process ${pid} on ${cluster} does not end.`);
}

/** The server itself clears the lock of a dead process, but gives way to a living one, whatever that may be. */
async function removeForeignLock(cluster: string, pid: number, log: Log): Promise<void> {
  if (process.platform !== 'linux' || !exists(pid) || (await lockedBy(cluster)) !== pid) return;
  log.warn({ pid }, "Removing PostgreSQL's lock file, which names a process of another program");
  await rm(`${cluster}/postmaster.pid`, { force: true });
}

/** Ends the server by a signal and tells whether it ended in time; a zombie that nobody collects has ended too. */
async function end(cluster: string, pid: number, signal: NodeJS.Signals, patience: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return true;
  }
  for (let waited = 0; waited < patience; waited += 20) {
    if ((await runningServer(cluster))?.pid !== pid) return true;
    await wait(20);
  }
  return false;
}

import { readFile } from 'node:fs/promises';
import { processName } from '@sonde/shared/system/processes.ts';

/**
 * A server process is told on its command line which collector it belongs to, so that a later collector can tell an
 * orphan from a server in use. A process is named by its id and its start time, since ids come round again.
 */
export interface ServerProcess {
  readonly pid: number;
  /** Whether the collector that started it still runs. */
  readonly owned: boolean;
}

/** Names this process, for the server's command line. */
export function ownIdentity(): string {
  return processName(process.pid) ?? String(process.pid);
}

/** Finds the process under the id in a cluster's lock file, undefined if that is no server of this cluster. */
export async function runningServer(cluster: string): Promise<ServerProcess | undefined> {
  const pid = await lockedBy(cluster);
  if (pid === undefined) return undefined;
  const argumentsOf = await read(`/proc/${pid}/cmdline`);
  const words = argumentsOf?.split('\0') ?? [];
  if (!words.includes(cluster)) return undefined;
  const owner = words.find((word) => word.startsWith(ownerSetting))?.slice(ownerSetting.length);
  const owned = owner !== undefined && processName(Number(owner.split('.')[0])) === owner;
  return { pid, owned };
}

/** The setting has a made-up name, which the server accepts and ignores. */
export const ownerSetting = 'sonde.owner=';

/** Reads the process id in a cluster's lock file, if there is one. */
export async function lockedBy(cluster: string): Promise<number | undefined> {
  const lock = await read(`${cluster}/postmaster.pid`);
  const pid = Number.parseInt(lock ?? '', 10);
  return pid > 1 ? pid : undefined;
}

/** Reads line 5 of the lock file: the directory in which the socket of the server lies, or lay. */
export async function lockedSocketDirectory(cluster: string): Promise<string | undefined> {
  return (await read(`${cluster}/postmaster.pid`))?.split('\n')[4];
}

/** Tells whether any process has this id. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

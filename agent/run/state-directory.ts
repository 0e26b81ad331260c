import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { senderId } from '@sonde/sensor/ship/sender-id.ts';

/** What the agent keeps over restarts, and where. */
export interface StateDirectory {
  readonly path: string;
  /** The lasting identity of this agent, made at its first start. */
  readonly agentId: string;
}

/** The directory to use: as set, else the system's for root, else one below the working directory. */
export function stateDirectoryPath(configured: string | undefined): string {
  const isRoot = process.getuid?.() === 0;
  return resolve(configured ?? (isRoot ? '/var/lib/sonde-agent' : '.sonde/agent'));
}

/** Makes the directory where it is missing. Rejects with the file system's error. */
export async function openStateDirectory(path: string): Promise<StateDirectory> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, agentId: await senderId(join(path, 'agent-id')) };
}

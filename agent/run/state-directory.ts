import { resolve } from 'node:path';
import { openSensorDirectory, type SensorDirectory } from '@sonde/sensor/run/sensor-directory.ts';

/** Chooses the state directory: as set, else the system's for root, else one below the working directory. */
export function stateDirectoryPath(configured: string | undefined): string {
  const isRoot = process.getuid?.() === 0;
  return resolve(configured ?? (isRoot ? '/var/lib/sonde-agent' : '.sonde/agent'));
}

/** Opens the directory, or makes it. Rejects with the file system's error. */
export function openStateDirectory(path: string): Promise<SensorDirectory> {
  return openSensorDirectory(path, 'agent-id');
}

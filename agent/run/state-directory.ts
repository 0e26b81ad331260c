import { join, resolve } from 'node:path';
import { openSensorDirectory, type SensorDirectory } from '@sonde/sensor/run/sensor-directory.ts';

/** Chooses the state directory: as set, else the system's for root and on Windows, else one below the working directory. */
export function stateDirectoryPath(configured: string | undefined): string {
  return resolve(configured ?? systemDirectory() ?? '.sonde/agent');
}

function systemDirectory(): string | undefined {
  if (process.platform === 'win32') return join(process.env.ProgramData ?? 'C:\\ProgramData', 'sonde-agent');
  return process.getuid?.() === 0 ? '/var/lib/sonde-agent' : undefined;
}

/** Opens the directory, or makes it. Rejects with the file system's error. */
export function openStateDirectory(path: string): Promise<SensorDirectory> {
  return openSensorDirectory(path, 'agent-id');
}

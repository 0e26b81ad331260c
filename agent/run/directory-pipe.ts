import { statSync } from 'node:fs';

/**
 * Returns the address of the named pipe that stands for a directory on Windows, where sockets have no place in the file system. The
 * system gives it to one program alone, and takes it back whatever becomes of that.
 */
export function directoryPipe(directory: string, purpose: 'status' | 'lock'): string {
  const { dev, ino } = statSync(directory, { bigint: true });
  return `\\\\.\\pipe\\sonde-agent-${purpose}-${dev}-${ino}`;
}

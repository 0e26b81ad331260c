import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { directoryPipe } from '../run/directory-pipe.ts';

/** Bytes that a Unix socket's address may have on every system; Linux takes 107. */
const maxAddressBytes = 100;

/**
 * Returns the address of the status socket in a state directory, or of the pipe that stands for it on Windows. If the path is too long
 * for a socket, it leads over the descriptor of the directory on Linux; `release` closes that.
 */
export function statusSocket(
  directory: string,
  platform: NodeJS.Platform = process.platform,
): { readonly path: string; readonly release: () => void } {
  if (platform === 'win32') return { path: directoryPipe(directory, 'status'), release: () => undefined };
  const path = join(directory, 'status.sock');
  if (platform !== 'linux' || Buffer.byteLength(path) <= maxAddressBytes)
    return { path, release: () => undefined };
  const descriptor = openSync(directory, 'r');
  return { path: `/proc/self/fd/${descriptor}/status.sock`, release: () => closeSync(descriptor) };
}

import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes that a Unix socket's address may have on every system; Linux takes 107. */
const maxAddressBytes = 100;

/**
 * Returns the address of the status socket in a state directory. Where the path is too long for a socket, it leads over
 * the descriptor of the directory; `release` closes that.
 */
export function statusSocket(directory: string): { readonly path: string; readonly release: () => void } {
  const path = join(directory, 'status.sock');
  if (Buffer.byteLength(path) <= maxAddressBytes) return { path, release: () => undefined };
  const descriptor = openSync(directory, 'r');
  return { path: `/proc/self/fd/${descriptor}/status.sock`, release: () => closeSync(descriptor) };
}

import { rm } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import type { ListenAddress } from './listen-address.ts';

/** Listens on an address, and gives it with the port that was had. Throws if the address can't be had. */
export async function listen(server: Server, address: ListenAddress): Promise<ListenAddress> {
  if (address.kind === 'unix') await removeStaleSocket(address.path);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(
    address.kind === 'unix' ? { path: address.path } : { host: address.host, port: address.port },
    resolve,
  );
  await promise;
  server.off('error', reject);
  const bound = server.address();
  return address.kind === 'tcp' && bound !== null && typeof bound === 'object'
    ? { ...address, port: bound.port }
    : address;
}

/** A socket file that nobody answers on was left by a collector that was killed. */
async function removeStaleSocket(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = connect(path);
  probe.once('connect', () => resolve(false));
  probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  if (await promise) await rm(path, { force: true });
  probe.destroy();
}

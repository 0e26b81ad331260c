import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import type { Ending } from '../temporary-directory.ts';

/** A port that stays while what is behind it comes and goes; without anything behind it every connection breaks at once. */
export async function startRelay(t: Ending, target: () => number | undefined): Promise<{ port: number }> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const port = target();
    if (port === undefined) return near.destroy();
    const far = connect({ host: '127.0.0.1', port });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port };
}

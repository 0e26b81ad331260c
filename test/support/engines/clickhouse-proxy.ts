import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** What a proxy does to the next connections or requests: pass, refuse, cut after so many bytes, or wait first. */
export type ProxyMode =
  | { readonly kind: 'pass' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'cutRequest'; readonly afterBytes: number }
  | { readonly kind: 'cutAnswer' }
  | { readonly kind: 'delay'; readonly milliseconds: number };

export interface TestProxy {
  readonly url: string;
  mode: ProxyMode;
  close(): Promise<void>;
}

/** A TCP port in front of a Unix socket, which makes the embedded engine look like a server on a bad network. */
export async function startProxy(socketPath: string): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const state: { mode: ProxyMode } = { mode: { kind: 'pass' } };
  const server = createServer((outer) => {
    sockets.add(outer);
    outer.on('error', () => {});
    outer.once('close', () => sockets.delete(outer));
    if (state.mode.kind === 'refuse') {
      outer.destroy();
      return;
    }
    const inner = createConnection(socketPath);
    sockets.add(inner);
    inner.on('error', () => outer.destroy());
    inner.once('close', () => {
      sockets.delete(inner);
      outer.destroy();
    });
    outer.once('close', () => inner.destroy());
    let requestBytes = 0;
    outer.on('data', (bytes: Buffer) => {
      const { mode } = state;
      requestBytes += bytes.length;
      if (mode.kind === 'refuse') outer.destroy();
      else if (mode.kind === 'cutRequest' && requestBytes > mode.afterBytes) outer.destroy();
      else if (mode.kind === 'delay') setTimeout(() => inner.write(bytes), mode.milliseconds);
      else if (!inner.write(bytes)) {
        outer.pause();
        inner.once('drain', () => outer.resume());
      }
    });
    outer.on('end', () => inner.end());
    inner.on('data', (bytes: Buffer) => {
      requestBytes = 0;
      if (state.mode.kind === 'cutAnswer') outer.destroy();
      else outer.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get mode() {
      return state.mode;
    },
    set mode(mode) {
      state.mode = mode;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

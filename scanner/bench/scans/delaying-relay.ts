import { createSocket, type Socket } from 'node:dgram';

/** An address that is relayed, to where, and how late its answers come. */
export interface RelayedAddress {
  readonly address: string;
  readonly to: string;
  readonly milliseconds: number;
}

/**
 * A delaying relay stands before name servers, and keeps their answers back for a time, as a network of that length would.
 * UDP alone. `close` ends it.
 */
export async function startDelayingRelay(addresses: readonly RelayedAddress[]): Promise<{ close(): void }> {
  const sockets = new Set<Socket>();
  await Promise.all(
    addresses.map(async ({ address, to, milliseconds }) => {
      const front = createSocket('udp4');
      sockets.add(front);
      front.on('message', (question, from) => {
        const back = createSocket('udp4');
        sockets.add(back);
        const end = setTimeout(() => leave(), 5_000);
        const leave = () => {
          clearTimeout(end);
          if (sockets.delete(back)) back.close();
        };
        back.on('error', leave);
        back.on('message', (answer) => {
          leave();
          setTimeout(() => {
            if (sockets.has(front)) front.send(answer, from.port, from.address);
          }, milliseconds);
        });
        back.send(question, 53, to);
      });
      await new Promise<void>((resolve, reject) => {
        front.once('error', reject);
        front.bind(53, address, resolve);
      });
    }),
  );
  return {
    close: () => {
      for (const socket of sockets) socket.close();
      sockets.clear();
    },
  };
}

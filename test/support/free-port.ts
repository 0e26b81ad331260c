import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** A loopback port that was free for UDP and TCP a moment ago, for programs that cannot be given port 0. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    const free = await udpIsFree(port);
    await new Promise((resolve) => server.close(resolve));
    if (free) return port;
  }
  throw new Error('no port is free for UDP and TCP');
}

function udpIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}

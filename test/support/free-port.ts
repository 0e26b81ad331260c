import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * A loopback port that was free for UDP and TCP a moment ago, for programs that cannot be given port 0. It is none of those
 * that the system gives to whoever asks for any port, so that no other test gets it before the program has taken it; and it
 * does not follow from `TEST_SEED`, which all test processes have in common.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const port = randomInt(10_000, firstGivenPort());
    if ((await tcpIsFree(port)) && (await udpIsFree(port))) return port;
  }
  throw new Error('no port is free for UDP and TCP');
}

function firstGivenPort(): number {
  const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/).map(Number);
  // A system that gives nearly all ports leaves no others.
  return first! > 11_000 ? first! : 65_536;
}

function tcpIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function udpIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}

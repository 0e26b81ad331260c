import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { UdpSockets } from '../../../../scanner/network/dns/exchange/udp-sockets.ts';

/** Answers with the port that a question came out of. */
async function startServer(t: ExecutionContext): Promise<number> {
  const server = createSocket('udp4');
  server.on('message', (_, from) => server.send(String(from.port), from.port, from.address));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return server.address().port;
}

/** Asks once, and gives the socket back when the answer is there. */
async function ask(sockets: UdpSockets, port: number, keep = true): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = sockets.take('127.0.0.1', port, { onMessage: resolve, onError: reject });
  socket.send(Buffer.from('?'));
  try {
    return Number(await promise);
  } finally {
    socket.release(keep);
  }
}

test('a port serves some questions to one server, one after the other', async (t) => {
  const [one, other] = [await startServer(t), await startServer(t)];
  const sockets = new UdpSockets(8);
  const ports: number[] = [];
  for (let count = 0; count < 40; count++) ports.push(await ask(sockets, one));
  const uses = Map.groupBy(ports, (port) => port);
  t.true([...uses.values()].every((same) => same.length <= 16));
  t.true(uses.size >= 3 && uses.size <= 4, `${uses.size} ports`);
  t.false(ports.includes(await ask(sockets, other)), 'another server never sees it');
});

test('questions at the same time have ports of their own, and what was given up is not used again', async (t) => {
  const port = await startServer(t);
  const sockets = new UdpSockets(8);
  const seen = await Promise.all(Array.from({ length: 6 }, () => ask(sockets, port)));
  t.is(new Set(seen).size, 6);
  const first = await ask(sockets, port, false);
  const more = await Promise.all(Array.from({ length: 6 }, () => ask(sockets, port)));
  t.false(more.includes(first));
});

test('idle sockets make room for others', async (t) => {
  const servers = await Promise.all(Array.from({ length: 6 }, () => startServer(t)));
  const sockets = new UdpSockets(2);
  for (const port of [...servers, ...servers]) await ask(sockets, port);
  const before = await ask(sockets, servers[5]!);
  t.is(await ask(sockets, servers[5]!), before, 'the last one is still there');
});

test('nobody at a port is told at once', async (t) => {
  const server = createSocket('udp4');
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  const sockets = new UdpSockets(2);
  await t.throwsAsync(ask(sockets, port, false), { code: 'ECONNREFUSED' });
});

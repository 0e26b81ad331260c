import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { addressUrl } from '../../../../collector/http/server/listen-address.ts';
import { type ClientTimes, serve } from '../../../../collector/http/server/serve.ts';
import { systemRandom } from '../../../support/system-random.ts';
import { until } from '../../../support/until.ts';

const patient = 60_000;
const times: ClientTimes = {
  request: patient,
  headers: patient,
  keepAlive: patient,
  silence: patient,
  check: 20,
};

async function start(t: ExecutionContext, changes: Partial<ClientTimes>, answer = 'hello') {
  let ended = 0;
  const serving = await serve(
    (request, response) => {
      request.on('error', () => {});
      response.once('close', () => ended++);
      request.resume().once('end', () => response.end(answer));
    },
    [{ kind: 'tcp', host: '127.0.0.1', port: 0 }],
    systemRandom,
    { times: { ...times, ...changes } },
  );
  t.teardown(() => serving.stop(0));
  const address = serving.addresses[0]! as { port: number };
  const open = async (): Promise<Socket> => {
    const socket = connect(address.port, '127.0.0.1');
    socket.on('error', () => {});
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { open, url: addressUrl(serving.addresses[0]!), ended: () => ended };
}

/** Sends a byte now and then until the other side has had enough, and returns what it said. */
async function trickle(socket: Socket, bytes: string): Promise<string> {
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.writable) socket.write(bytes[sent++ % bytes.length]!);
  }, 5);
  try {
    return await text(socket);
  } finally {
    clearInterval(timer);
  }
}

test('headers that never end are given up, whoever sends them, and others are served meanwhile', async (t) => {
  const { open, url } = await start(t, { headers: 200 });
  const slow = await Promise.all(Array.from({ length: 50 }, open));
  for (const socket of slow) socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
  const ended = Promise.all(slow.map((socket) => trickle(socket, 'X-A: b\r\n')));
  // A machine that stands still for a moment makes others slow, too.
  await until(async () => (await (await fetch(url)).text()) === 'hello');
  for (const answer of await ended) {
    t.regex(answer, /^HTTP\/1\.1 408 /);
    t.regex(answer, /"code":"slow_request"/);
  }
});

test('a body that never ends is given up', async (t) => {
  const { open } = await start(t, { headers: 200, request: 300 });
  const socket = await open();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
  t.regex(await trickle(socket, 'a'), /^HTTP\/1\.1 408 /);
});

test('a connection on which nothing is asked, or nothing more, is closed', async (t) => {
  const silent = await (await start(t, { headers: 200 })).open();
  silent.resume();
  await until(() => silent.closed);
  const served = await (await start(t, { keepAlive: 100 })).open();
  served.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  t.regex(await text(served), /hello$/);
});

test('a client that does not read its answer is cut off', async (t) => {
  const { open, ended } = await start(t, { silence: 200 }, 'x'.repeat(64 * 1024 * 1024));
  const socket = await open();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'readable');
  socket.pause();
  await until(() => ended() === 1);
  const rest = await text(socket);
  t.true(rest.length < 64 * 1024 * 1024);
});

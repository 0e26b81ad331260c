import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type RequestListener, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { addressUrl, parseListenAddress } from '../../../collector/http/server/listen-address.ts';
import { serve } from '../../../collector/http/server/serve.ts';
import { parseRaw, rawRequest } from '../../support/http/raw-http.ts';
import { systemRandom } from '../../support/system-random.ts';

const hello: RequestListener = (_request, response) => void response.end('hello');
const loopback = { kind: 'tcp', host: '127.0.0.1', port: 0 } as const;

test('addresses are read in every notation, and nonsense is refused', (t) => {
  t.deepEqual(parseListenAddress('127.0.0.1:80'), { kind: 'tcp', host: '127.0.0.1', port: 80 });
  t.deepEqual(parseListenAddress('[::1]:8080'), { kind: 'tcp', host: '::1', port: 8080 });
  t.deepEqual(parseListenAddress('localhost:0'), { kind: 'tcp', host: 'localhost', port: 0 });
  t.deepEqual(parseListenAddress(':8080'), { kind: 'tcp', host: '::', port: 8080 });
  t.deepEqual(parseListenAddress('8080'), { kind: 'tcp', host: '127.0.0.1', port: 8080 });
  t.deepEqual(parseListenAddress('unix:/run/sonde.sock'), { kind: 'unix', path: '/run/sonde.sock' });
  for (const bad of [
    '',
    'x',
    '1.2.3.4',
    '::1:80',
    '[::1]',
    '1.2.3.4:65536',
    'unix:',
    'unix:rel',
    'a b:1',
    `unix:/${'a'.repeat(120)}`,
  ]) {
    t.throws(() => parseListenAddress(bad), { instanceOf: RangeError }, bad);
  }
});

test('one app is served on several addresses, Unix sockets among them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-serve-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'http.sock');
  const serving = await serve(
    hello,
    [loopback, { ...loopback, host: '::1' }, { kind: 'unix', path }],
    systemRandom,
  );
  t.teardown(() => serving.stop(0));
  t.is(await (await fetch(addressUrl(serving.addresses[0]!))).text(), 'hello');
  t.is(await (await fetch(addressUrl(serving.addresses[1]!))).text(), 'hello');
  t.is(await getOverSocket(path), 'hello');
});

test("a killed collector's socket is taken over, a living one's is not", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-serve-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'http.sock');
  const living = await serve(hello, [{ kind: 'unix', path }], systemRandom);
  await t.throwsAsync(serve(hello, [{ kind: 'unix', path }], systemRandom), { code: 'EADDRINUSE' });
  t.true((await stat(path)).isSocket());
  await living.stop(0);
});

test('where one address is taken, none is listened on', async (t) => {
  const taken = await serve(hello, [loopback], systemRandom);
  t.teardown(() => taken.stop(0));
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const free = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  await t.throwsAsync(serve(hello, [{ ...loopback, port: free.port }, taken.addresses[0]!], systemRandom));
  await t.throwsAsync(fetch(`http://127.0.0.1:${free.port}`));
});

test('stopping lets requests under way finish, and takes no new ones', async (t) => {
  const release = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const serving = await serve(
    async (_request, response) => {
      began.resolve();
      await release.promise;
      response.end('finished');
    },
    [loopback],
    systemRandom,
  );
  const url = addressUrl(serving.addresses[0]!);
  const underWay = fetch(url);
  await began.promise;
  const stopped = serving.stop(60_000);
  await t.throwsAsync(fetch(url));
  release.resolve();
  t.is(await (await underWay).text(), 'finished');
  t.is(await stopped, 0);
});

test('stopping does not wait for longer than it was told', async (t) => {
  const began = Promise.withResolvers<void>();
  const serving = await serve(() => began.resolve(), [loopback], systemRandom);
  const underWay = fetch(addressUrl(serving.addresses[0]!));
  underWay.catch(() => {});
  await began.promise;
  t.is(await serving.stop(10), 1);
  await t.throwsAsync(underWay);
});

function getOverSocket(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path: '/' }, (response) => resolve(text(response)))
      .on('error', reject)
      .end();
  });
}

test('who offers another protocol than ours is served all the same', async (t) => {
  const upgraded: string[] = [];
  const serving = await serve(
    (_request, response) => response.end('{"served":true}'),
    [{ kind: 'tcp', host: '127.0.0.1', port: 0 }],
    systemRandom,
    {
      attach: (server) =>
        server.on('upgrade', ({ headers }, socket) => {
          upgraded.push(String(headers.upgrade));
          socket.end();
        }),
    },
  );
  t.teardown(() => serving.stop(0));
  const offer = (protocol: string) =>
    rawRequest(
      serving.addresses[0]!,
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
    );
  t.deepEqual(parseRaw(await offer('h2c')).body, { served: true });
  await offer('WebSocket');
  t.deepEqual(upgraded, ['WebSocket']);
});

test('while the server drains, answers say that the connection closes', async (t) => {
  const release = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const serving = await serve(
    async (_request, response) => {
      began.resolve();
      await release.promise;
      response.end('hello');
    },
    [loopback],
    systemRandom,
  );
  const answer = rawRequest(serving.addresses[0]!, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await began.promise;
  const stopped = serving.stop(10_000);
  release.resolve();
  t.regex(await answer, /\r\nConnection: close\r\n/);
  t.is(await stopped, 0);
});

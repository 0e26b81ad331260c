import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';
import { FetchError } from '../../../scanner/ports/fetch.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** A server on loopback, and a fetch that may go there and nowhere else. */
async function setUp(t: ExecutionContext, handle: RequestListener, names: Record<string, string[]> = {}) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const asked: string[] = [];
  const fetch = createGuardedFetch({
    resolver: {
      addresses: async (name) => {
        asked.push(name);
        return names[name] ?? [];
      },
    },
    policy: new AddressPolicy(['127.0.0.1/32']),
    userAgent: 'sonde test',
  });
  const { port } = server.address() as AddressInfo;
  const get = (url: string, maxBytes = 1_000_000, signal: AbortSignal = AbortSignal.timeout(10_000)) =>
    fetch(url.replace('PORT', String(port)), { signal, maxBytes });
  const send = (url: string, post: string | Uint8Array, headers: Record<string, string> = {}) =>
    fetch(url.replace('PORT', String(port)), {
      headers,
      post,
      signal: AbortSignal.timeout(10_000),
      maxBytes: 1_000,
    });
  return { get, send, asked, port };
}

async function text(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function failure(t: ExecutionContext, promise: Promise<unknown>): Promise<string> {
  const error = await t.throwsAsync(promise, { instanceOf: FetchError });
  return error.failure;
}

test('a name is resolved, vetted, and fetched from the vetted address', async (t) => {
  const { get, asked } = await setUp(
    t,
    (request, response) =>
      response.setHeader('etag', '"1"').end(`${request.headers.host} ${request.headers['user-agent']}`),
    { 'feed.example': ['192.168.0.1', '127.0.0.1'] },
  );
  const { status, headers, body } = await get('http://feed.example:PORT/list');
  t.is(status, 200);
  t.is(headers.etag, '"1"');
  t.regex(await text(body), /^feed\.example:\d+ sonde test$/);
  t.deepEqual(asked, ['feed.example']);
});

test('what must not be reached is refused: by address, by name, by redirect, by scheme', async (t) => {
  const { get, port } = await setUp(
    t,
    (request, response) => {
      const location = new URL(request.url ?? '/', 'http://x/').searchParams.get('to') ?? '';
      response.writeHead(302, { location: location.replace('PORT', String(port)) }).end();
    },
    {
      'inside.example': ['10.0.0.1'],
      'door.example': ['127.0.0.1'],
      'metadata.example': ['169.254.169.254'],
    },
  );
  for (const url of [
    'http://127.0.0.2:PORT/',
    'http://2130706434:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:7f00:2]:PORT/',
    'http://inside.example/',
    'http://metadata.example/latest/meta-data/',
    'ftp://door.example/',
    'file:///etc/passwd',
    'http://user:password@door.example:PORT/',
    'nonsense',
    'http://door.example:PORT/?to=http://127.0.0.2/',
    'http://door.example:PORT/?to=http://inside.example/',
    'http://door.example:PORT/?to=file:///etc/passwd',
    'http://door.example:PORT/?to=http://door.example:PORT/%3Fto%3Dhttp://[::1]/',
  ]) {
    t.is(await failure(t, get(url)), 'refused', url);
  }
});

test('cookies are told one by one, also of redirects by the same host', async (t) => {
  const names = { 'a.example': ['127.0.0.1'], 'b.example': ['127.0.0.1'] };
  const { get, port } = await setUp(
    t,
    (request, response) => {
      const dated = `from=${request.url}; Expires=Thu, 01 Jan 2099 00:00:00 GMT`;
      response.setHeader('set-cookie', [dated, 'b=2']);
      if (request.url === '/') response.writeHead(302, { location: `http://a.example:${port}/one` });
      if (request.url === '/one') response.writeHead(302, { location: '/two' });
      response.end('x');
    },
    names,
  );
  const { trace, body } = await get('http://b.example:PORT/');
  await text(body);
  t.deepEqual(trace!.setCookies, [
    'from=/one; Expires=Thu, 01 Jan 2099 00:00:00 GMT',
    'b=2',
    'from=/two; Expires=Thu, 01 Jan 2099 00:00:00 GMT',
    'b=2',
  ]);
});

test('endless redirects end', async (t) => {
  const { get } = await setUp(
    t,
    (_request, response) => response.writeHead(302, { location: '/again' }).end(),
    {
      'door.example': ['127.0.0.1'],
    },
  );
  t.is(await failure(t, get('http://door.example:PORT/')), 'refused');
});

test('a body is read up to its bound, compressed or not', async (t) => {
  const { get } = await setUp(t, (request, response) => {
    if (request.url === '/bomb')
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5_000_000)));
    else response.end(Buffer.alloc(5_000_000));
  });
  for (const path of ['/bomb', '/plain']) {
    const { body } = await get(`http://127.0.0.1:PORT${path}`, 1_000_000);
    t.is(await failure(t, text(body)), 'too_large');
  }
});

test('a name without an address and a closed port are unreachable; an abort ends a slow answer', async (t) => {
  const { get } = await setUp(t, (_request, response) => void response.write('slow'));
  t.is(await failure(t, get('http://nowhere.example/')), 'unreachable');
  t.is(await failure(t, get('http://127.0.0.1:1/')), 'unreachable');
  const ending = new AbortController();
  const { body } = await get('http://127.0.0.1:PORT/', 1_000, ending.signal);
  const read = text(body);
  ending.abort();
  await t.throwsAsync(read);
});

test('few connections go to one host at once, and all are answered', async (t) => {
  let open = 0;
  let most = 0;
  const { get } = await setUp(t, (_request, response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      response.end('done');
    }, 20);
  });
  const answers = await Promise.all(
    Array.from({ length: 9 }, async () => text((await get('http://127.0.0.1:PORT/')).body)),
  );
  t.deepEqual(new Set(answers), new Set(['done']));
  t.true(most <= 2, String(most));
});

test('who leaves a body unread gives his turn back', async (t) => {
  const { get } = await setUp(t, (_request, response) => void response.end('x'.repeat(100_000)));
  for (let count = 0; count < 6; count++) {
    const { status, body } = await get('http://127.0.0.1:PORT/');
    t.is(status, 200);
    await body[Symbol.asyncIterator]().return?.();
  }
});

test('a body is posted as it is, and a redirect is not followed with it', async (t) => {
  const seen: string[] = [];
  const { send, port } = await setUp(
    t,
    async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      seen.push(`${request.method} ${request.headers['content-type']} ${Buffer.concat(parts).toString()}`);
      if (request.url === '/moved') response.writeHead(307, { location: `http://127.0.0.1:${port}/` });
      response.end('thanks');
    },
    { 'hook.example': ['127.0.0.1'] },
  );
  const json = { 'content-type': 'application/json' };
  const first = await send('http://hook.example:PORT/', '{"a":1}', json);
  t.is(first.status, 200);
  t.is(await text(first.body), 'thanks');
  const second = await send('http://hook.example:PORT/moved', new Uint8Array([65, 66]), json);
  t.is(second.status, 307);
  await text(second.body);
  t.deepEqual(seen, ['POST application/json {"a":1}', 'POST application/json AB']);
  t.is(await failure(t, send('http://127.0.0.2:PORT/', 'x')), 'refused');
});

test('redirects are refused where that is asked for: the answer is the redirect', async (t) => {
  const { port } = await setUp(t, (_, response) => response.writeHead(302, { location: '/next' }).end());
  const fetch = createGuardedFetch({
    resolver: { addresses: async () => [] },
    policy: new AddressPolicy(['127.0.0.1/32']),
    userAgent: 'sonde test',
  });
  const { status, headers, body } = await fetch(`http://127.0.0.1:${port}/`, {
    redirects: 'refuse',
    signal: AbortSignal.timeout(10_000),
    maxBytes: 100,
  });
  t.is(status, 302);
  t.is(headers.location, '/next');
  t.is(await text(body), '');
});

test('a certificate that does not verify is told apart from a server that is not there', async (t) => {
  const directory = await temporaryDirectory(t);
  const { certificate, key } = await makeCertificate(directory, 'server');
  const server = createTlsServer(
    { cert: await readFile(certificate), key: await readFile(key) },
    (_, response) => void response.end('hello'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const get = (extraAuthorities?: string[], host = 'localhost') =>
    createGuardedFetch({
      resolver: { addresses: async () => ['127.0.0.1'] },
      policy: new AddressPolicy(['127.0.0.1/32']),
      userAgent: 'sonde test',
      ...(extraAuthorities && { extraAuthorities }),
    })(`https://${host}:${port}/`, { signal: AbortSignal.timeout(10_000), maxBytes: 100 });
  const authority = await readFile(certificate, 'utf8');
  t.is(await failure(t, get()), 'untrusted');
  t.is(await failure(t, get([authority], 'other.example')), 'untrusted');
  t.is(await text((await get([authority])).body), 'hello');
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { AnswerHeaders, securityHeaders } from '../../../../collector/http/answer/answer-headers.ts';
import { HeadWriter } from '../../../../collector/http/answer/head-writer.ts';

const body = '{"count":1}';

/**
 * A server that answers `/write` and `/writeWhole` by the method of that name. `?` and a status ask for another one than 200;
 * `unset` is a value that must not get out.
 */
async function startServer(t: ExecutionContext, keepAliveTimeout = 65_000): Promise<number> {
  const heads = new HeadWriter();
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const [way, status = '200'] = request.url!.slice(1).split('?');
    const headers = new AnswerHeaders(securityHeaders, ['X-Request-Id', 'abc']);
    if (status === 'unset') headers.set('X-Given', 'a\r\nSet-Cookie: b');
    headers.set('Content-Type', 'application/json');
    headers.set('Content-Length', String(body.length));
    try {
      heads[way as 'write' | 'writeWhole'](response, Number(status) || 200, headers);
      response.end(body, 'latin1');
    } catch (error) {
      response.writeHead(500).end((error as NodeJS.ErrnoException).code);
    }
  }).listen(0, '127.0.0.1');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** All that comes back until the server closes the connection, which the last request asks for. */
async function exchange(port: number, requests: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(requests, 'latin1');
  return text(socket);
}

function withoutDate(answer: string): string[] {
  return answer
    .replace(/^Date: [A-Z][a-z]{2}, [^\r]+ GMT\r\n/gm, 'Date: then\r\n')
    .split('\r\n')
    .sort();
}

const forms: readonly [string, (path: string) => string][] = [
  ['HTTP/1.1', (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['one that is the last', (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
  ['HEAD', (path) => `HEAD ${path} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['HTTP/1.0', (path) => `GET ${path} HTTP/1.0\r\n\r\n`],
  ['HTTP/1.0 kept alive', (path) => `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`],
  ['several at once', (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3)],
];
for (const [name, request] of forms) {
  test(`both ways write one head: ${name}`, async (t) => {
    const port = await startServer(t);
    for (const status of ['200', '201', '404', '500']) {
      const plain = await exchange(port, request(`/write?${status}`));
      const whole = await exchange(port, request(`/writeWhole?${status}`));
      t.deepEqual(withoutDate(whole), withoutDate(plain));
      t.true(whole.startsWith(`HTTP/1.1 ${status} `));
      t.regex(whole, /\r\nContent-Security-Policy: default-src 'none'; .*\r\nX-Request-Id: abc\r\n/s);
    }
  });
}

test('a connection goes on after an answer, until it is asked to end', async (t) => {
  const port = await startServer(t);
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  for (let round = 1; round <= 3; round++) {
    socket.write('GET /writeWhole HTTP/1.1\r\nHost: a\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    t.true(answer.toString('latin1').endsWith(`Keep-Alive: timeout=65\r\n\r\n${body}`));
  }
});

test('where connections are kept for no time, the answer does not say so', async (t) => {
  const port = await startServer(t, 0);
  const request = 'GET /writeWhole HTTP/1.1\r\nHost: a\r\n\r\n';
  t.false((await exchange(port, request)).includes('Keep-Alive'));
});

test('a value that could begin another header does not get out', async (t) => {
  const port = await startServer(t);
  for (const way of ['write', 'writeWhole']) {
    const answer = await exchange(port, `GET /${way}?unset HTTP/1.1\r\nHost: a\r\n\r\n`);
    t.true(answer.includes('ERR_INVALID_CHAR'));
    t.false(answer.includes('Set-Cookie'));
  }
});

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { makeCertificate } from '../certificates.ts';
import { type RecordedSession, recordedPair } from './recorded-sessions.ts';
import type { Exchange } from './transactions.ts';

/** Asks a real server of HTTP/1.1 for each exchange, by GET and POST in turns, with lengths and in chunks, and for other things in between. */
export async function recordHttp1(
  list: readonly Exchange[],
  directory: string,
  tls?: ConnectionOptions,
): Promise<RecordedSession> {
  const pieces: { fromClient: boolean; bytes: Buffer }[] = [];
  const [clientSide, serverSide] = recordedPair(pieces);
  let keyLog = '';
  const responses = new Map(list.map(({ query, response }) => [query.toString('hex'), response]));
  const files = await makeCertificate(directory, 'localhost');
  let asked = 0;
  let answered = Promise.withResolvers<void>();
  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('finish', () => answered.resolve());
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const inPath = /dns=([\w-]+)/.exec(request.url ?? '')?.[1];
    const query = inPath === undefined ? Buffer.concat(parts) : Buffer.from(inPath, 'base64url');
    const answer = responses.get(query.toString('hex'));
    if (answer === undefined)
      return void response.setHeader('content-type', 'text/html').end('<p>'.repeat(900));
    response.setHeader('content-type', 'application/dns-message');
    if (asked++ % 3 === 0) return void response.setHeader('content-length', answer.length).end(answer);
    response.write(answer.subarray(0, 20));
    response.end(answer.subarray(20));
  };
  const server =
    tls === undefined
      ? createHttpServer(onRequest)
      : createHttpsServer(
          { key: await readFile(files.key), cert: await readFile(files.certificate) },
          onRequest,
        );
  server.emit('connection', serverSide);
  let inner: Duplex = clientSide;
  if (tls !== undefined) {
    inner = connectTls({ rejectUnauthorized: false, servername: 'localhost', ...tls, socket: clientSide });
    inner.on('keylog', (line: Buffer) => {
      keyLog += line.toString('latin1');
    });
  }
  const ask = async (path: string, method: string, body?: Buffer, isChunked = false): Promise<void> => {
    const type = body === undefined ? '' : 'Content-Type: application/dns-message\r\n';
    const length = body === undefined ? '' : `content-length: ${body.length}\r\n`;
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${type}`;
    answered = Promise.withResolvers();
    if (isChunked) {
      inner.write(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n`);
      inner.write(Buffer.concat([body!.subarray(0, 5), Buffer.from('\r\n')]));
      inner.write(`${(body!.length - 5).toString(16)};name=value\r\n`);
      inner.write(Buffer.concat([body!.subarray(5), Buffer.from('\r\n0\r\nAfter: all\r\n\r\n')]));
    } else inner.write(Buffer.concat([Buffer.from(`${head}${length}\r\n`), body ?? Buffer.alloc(0)]));
    await answered.promise;
  };
  inner.resume();
  for (const [index, { query }] of list.entries()) {
    if (index % 2 === 0) await ask(`/dns-query?dns=${query.toString('base64url')}`, 'GET');
    else await ask('/dns-query', 'POST', query, index % 4 === 1);
    if (index % 5 === 0) await ask('/?dns=on', 'GET');
    if (index % 5 === 1) await ask('/', 'HEAD');
  }
  const ended = once(inner, 'end');
  inner.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await ended;
  return { pieces, keyLog };
}

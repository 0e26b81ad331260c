import { readFile } from 'node:fs/promises';
import {
  connect as connectHttp2,
  createSecureServer,
  createServer,
  type ServerHttp2Stream,
} from 'node:http2';
import { Duplex, duplexPair } from 'node:stream';
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls';
import { makeCertificate } from '../certificates.ts';
import type { FilePacket } from './capture-file.ts';
import { type Ends, frame, ip, tcp, tcpFlags } from './network.ts';
import type { Exchange } from './transactions.ts';
import { reverse, startTime } from './transactions.ts';

/** What two ends sent each other, in its order, and the key log of the client. */
export interface RecordedSession {
  readonly pieces: readonly { readonly fromClient: boolean; readonly bytes: Buffer }[];
  readonly keyLog: string;
}

/** Makes two ends of a connection that records what passes. */
export function recordedPair(
  pieces: { fromClient: boolean; bytes: Buffer }[],
): [client: Duplex, server: Duplex] {
  const [client, server] = duplexPair();
  return [recording(client, true, pieces), recording(server, false, pieces)];
}

function recording(
  inner: Duplex,
  fromClient: boolean,
  pieces: { fromClient: boolean; bytes: Buffer }[],
): Duplex {
  const outer = new Duplex({
    read() {
      inner.resume();
    },
    write(chunk: Buffer, _encoding, done) {
      pieces.push({ fromClient, bytes: Buffer.from(chunk) });
      inner.write(chunk, done);
    },
    final(done) {
      inner.end(done);
    },
  });
  inner.on('data', (chunk: Buffer) => {
    outer.push(chunk);
  });
  inner.on('end', () => outer.push(null));
  return outer;
}

/** Asks a real server of HTTP/2 for each exchange, by GET and POST in turns, over TLS as the options say or in the clear. */
export async function recordHttps(
  list: readonly Exchange[],
  directory: string,
  tls?: Pick<ConnectionOptions, 'maxVersion' | 'ciphers'>,
): Promise<RecordedSession> {
  const pieces: { fromClient: boolean; bytes: Buffer }[] = [];
  const [clientSide, serverSide] = recordedPair(pieces);
  let keyLog = '';
  const responses = new Map(list.map(({ query, response }) => [query.toString('hex'), response]));
  const answer = (stream: ServerHttp2Stream, query: Buffer): void => {
    stream.respond({
      ':status': 200,
      'content-type': 'application/dns-message',
      'cache-control': 'max-age=60',
    });
    stream.end(responses.get(query.toString('hex')));
  };
  const files = await makeCertificate(directory, 'localhost');
  const server =
    tls === undefined
      ? createServer()
      : createSecureServer({ key: await readFile(files.key), cert: await readFile(files.certificate) });
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const inPath = /dns=([\w-]+)/.exec(headers[':path'] ?? '')?.[1];
    if (inPath !== undefined) return answer(stream, Buffer.from(inPath, 'base64url'));
    const parts: Buffer[] = [];
    stream
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => answer(stream, Buffer.concat(parts)));
  });
  server.emit('connection', serverSide);
  const session = connectHttp2(tls === undefined ? 'http://localhost' : 'https://localhost', {
    createConnection: () => {
      if (tls === undefined) return clientSide;
      const options = { rejectUnauthorized: false, ALPNProtocols: ['h2'], servername: 'localhost' };
      const socket = connectTls({ ...options, ...tls, socket: clientSide });
      socket.on('keylog', (line: Buffer) => {
        keyLog += line.toString('latin1');
      });
      return socket;
    },
  });
  for (const [index, { query }] of list.entries()) {
    const isGet = index % 2 === 0;
    const headers = isGet
      ? { ':path': `/dns-query?dns=${query.toString('base64url')}`, accept: 'application/dns-message' }
      : { ':path': '/dns-query', ':method': 'POST', 'content-type': 'application/dns-message' };
    const request = session.request(headers, { endStream: isGet });
    if (!isGet) request.end(query);
    await new Promise((resolve, reject) => request.resume().on('end', resolve).on('error', reject));
  }
  await new Promise<void>((resolve) => session.close(resolve));
  return { pieces, keyLog };
}

/** Sends each query over TLS behind its length (DoT), and the server's response, the messages in pieces of few octets. */
export async function recordTls(list: readonly Exchange[], directory: string): Promise<RecordedSession> {
  const pieces: { fromClient: boolean; bytes: Buffer }[] = [];
  const [clientSide, serverSide] = recordedPair(pieces);
  let keyLog = '';
  const files = await makeCertificate(directory, 'dot');
  const server = new TLSSocket(serverSide, {
    isServer: true,
    key: await readFile(files.key),
    cert: await readFile(files.certificate),
  });
  const client = connectTls({ socket: clientSide, rejectUnauthorized: false });
  client.on('keylog', (line: Buffer) => {
    keyLog += line.toString('latin1');
  });
  for (const { query, response } of list) {
    const asked = new Promise<void>((resolve) => {
      let got = 0;
      server.on('data', function count(part: Buffer) {
        got += part.length;
        if (got < query.length + 2) return;
        server.off('data', count);
        resolve();
      });
    });
    const told = new Promise<void>((resolve) => {
      let got = 0;
      client.on('data', function count(part: Buffer) {
        got += part.length;
        if (got < response.length + 2) return;
        client.off('data', count);
        resolve();
      });
    });
    const length = (message: Buffer) => Buffer.of(message.length >> 8, message.length & 0xff);
    client.write(length(query));
    client.write(query);
    await asked;
    server.write(Buffer.concat([length(response), response]));
    await told;
  }
  client.end();
  return { pieces, keyLog };
}

/** The session as packets of a connection of TCP, cut into segments of so many octets. */
export function sessionPackets({ pieces }: RecordedSession, client: Ends, size = 1_400): FilePacket[] {
  const { syn, acknowledgement: ack, push, fin } = tcpFlags;
  const server = reverse(client);
  const next = { client: 1_000, server: 5_000 };
  const packets: FilePacket[] = [];
  const send = (fromClient: boolean, flags: number, bytes: Buffer): void => {
    const ends = fromClient ? client : server;
    const own = fromClient ? 'client' : 'server';
    packets.push({
      bytes: frame(ip(ends, 6, tcp(ends, next[own], next[fromClient ? 'server' : 'client'], flags, bytes))),
      time: startTime + packets.length * 100,
    });
    next[own] += bytes.length + ((flags & (syn | fin)) === 0 ? 0 : 1);
  };
  const none = Buffer.alloc(0);
  send(true, syn, none);
  send(false, syn | ack, none);
  for (const { fromClient, bytes } of pieces)
    for (let at = 0; at < bytes.length; at += size)
      send(fromClient, ack | push, bytes.subarray(at, at + size));
  send(true, fin | ack, none);
  send(false, fin | ack, none);
  return packets;
}

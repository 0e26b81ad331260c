import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { encodeControlFrame } from '../../../resolver-plugin/dnstap/control-frame.ts';
import { dnstapContentType } from '../../../resolver-plugin/dnstap/frame-stream-reader.ts';
import { listenTcp, listenTls } from '../../../resolver-plugin/dnstap/listen.ts';
import { listenUnix } from '../../../resolver-plugin/dnstap/listen-unix.ts';
import { AccessList, loopback } from '../../../resolver-plugin/net/access-list.ts';
import {
  collectingTarget,
  dataFrame,
  encodeDnstap,
  frameStream,
  sampleMessage,
} from '../../support/resolvers/dnstap-messages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const loopbackOnly = new AccessList(loopback);
const anyPort = { host: '127.0.0.1', port: 0 };
const start = encodeControlFrame('start', dnstapContentType);
const frame = dataFrame(encodeDnstap(sampleMessage()));

async function client(t: ExecutionContext, to: NetConnectOpts): Promise<Socket> {
  const socket = connect(to);
  socket.on('error', () => undefined);
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('a bidirectional writer over a Unix socket, which is made anew when it is gone', async (t) => {
  const target = collectingTarget();
  const path = join(await temporaryDirectory(t), 'dnstap.sock');
  const listener = await listenUnix(path, { ...target, mode: 0o660, checkEvery: 20 });
  t.teardown(() => listener.close());
  t.is((await stat(path)).mode & 0o777, 0o660);

  const first = await client(t, { path });
  first.write(encodeControlFrame('ready', dnstapContentType));
  const [accept] = (await once(first, 'data')) as [Buffer];
  t.deepEqual(accept, encodeControlFrame('accept', dnstapContentType));
  first.write(Buffer.concat([start, frame]));
  await until(() => target.messages.length === 1);

  await rm(path);
  await until(() =>
    stat(path).then(
      () => true,
      () => false,
    ),
  );
  const second = await client(t, { path });
  second.write(Buffer.concat([start, frame]));
  first.write(Buffer.concat([frame, encodeControlFrame('stop')]));
  const [finish] = (await once(first, 'data')) as [Buffer];
  t.deepEqual(finish, encodeControlFrame('finish'));
  await until(() => target.messages.length === 3);
  await until(() => target.counters.connectionsClosed.ended === 1);
  t.is(target.counters.connectionsOpen, 1);
});

test('a socket left behind is replaced, one in use is not', async (t) => {
  const target = collectingTarget();
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'dnstap.sock');
  execFileSync('python3', [
    '-c',
    `import socket; socket.socket(socket.AF_UNIX).bind(${JSON.stringify(path)})`,
  ]);
  const listener = await listenUnix(path, { ...target, mode: 0o600 });
  t.teardown(() => listener.close());
  await t.throwsAsync(listenUnix(path, { ...target, mode: 0o600 }), { code: 'EADDRINUSE' });
  const file = join(directory, 'file');
  await writeFile(file, 'not a socket');
  await t.throwsAsync(listenUnix(file, { ...target, mode: 0o600 }), { code: 'EADDRINUSE' });
});

test('TCP: only those allowed, and no more than the bound', async (t) => {
  const target = collectingTarget();
  const listener = await listenTcp(anyPort, loopbackOnly, { ...target, maxConnections: 2 });
  t.teardown(() => listener.close());
  const { port } = listener;
  for (let count = 0; count < 5; count++) await client(t, { port, host: '127.0.0.1' });
  await until(() => target.counters.connectionsRefused.too_many === 3);
  t.is(target.counters.connectionsOpen, 2);

  const closed = await listenTcp(anyPort, new AccessList(['192.0.2.0/24']), target);
  t.teardown(() => closed.close());
  const socket = await client(t, { port: closed.port, host: '127.0.0.1' });
  await once(socket, 'close');
  t.is(target.counters.connectionsRefused.not_allowed, 1);
});

test('half-open, stalled and foreign peers are put out; a silent stream stays', async (t) => {
  const target = collectingTarget();
  const listener = await listenTcp(anyPort, loopbackOnly, { ...target, times: { opening: 100, stall: 100 } });
  t.teardown(() => listener.close());
  const to = { port: listener.port, host: '127.0.0.1' };
  const { connectionsClosed } = target.counters;

  const silent = await client(t, to);
  silent.write(Buffer.concat([start, frame]));
  await client(t, to);
  await until(() => connectionsClosed.never_opened === 1);
  const stalled = await client(t, to);
  stalled.write(Buffer.concat([start, frame.subarray(0, 9)]));
  await until(() => connectionsClosed.stalled === 1);
  const foreign = await client(t, to);
  foreign.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => connectionsClosed.protocol === 1);
  t.is(target.counters.streamFaults.oversized_frame, 1);
  const cut = await client(t, to);
  cut.end(Buffer.concat([start, frame, frame.subarray(0, 9)]));
  await until(() => connectionsClosed.protocol === 2);
  t.is(target.counters.streamFaults.cut_off, 1);

  silent.write(frame);
  await until(() => target.messages.length === 3);
  t.is(target.counters.connectionsOpen, 1);
});

test('malformed messages are counted and the stream goes on', async (t) => {
  const target = collectingTarget();
  const listener = await listenTcp(anyPort, loopbackOnly, target);
  t.teardown(() => listener.close());
  const socket = await client(t, { port: listener.port, host: '127.0.0.1' });
  socket.write(frameStream([Buffer.from([0x0b]), encodeDnstap(sampleMessage()), Buffer.alloc(20, 0xff)]));
  await until(() => target.counters.frames === 3);
  t.is(target.messages.length, 1);
  t.is(target.counters.malformed.bad_field, 1);
  t.is(target.counters.malformed.bad_varint, 1);
});

test('TLS: writers with a certificate of our authority, and no others', async (t) => {
  const directory = await temporaryDirectory(t);
  const file = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore', cwd: directory });
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  ); // prettier
  const [key, cert] = [readFileSync(file('key.pem')), readFileSync(file('cert.pem'))];

  const target = collectingTarget();
  const tls = { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true };
  const options = { ...target, maxConnections: 2, times: { opening: 500, stall: 500 } };
  const listener = await listenTls(anyPort, loopbackOnly, tls, options);
  t.teardown(() => listener.close());
  const to = { port: listener.port, host: '127.0.0.1', servername: 'localhost', ca: cert };
  const connection = (more: object) => {
    const socket = connectTls({ ...to, ...more });
    socket.on('error', () => undefined);
    t.teardown(() => socket.destroy());
    return socket;
  };
  connection({ key, cert }).write(frameStream([encodeDnstap(sampleMessage())]));
  await until(() => target.messages.length === 1);
  connection({}).write(frameStream([encodeDnstap(sampleMessage())]));
  // Plain text, and a peer that never begins its handshake, lose their places.
  (await client(t, to)).write(frameStream([encodeDnstap(sampleMessage())]));
  await until(() => target.counters.connectionsOpen === 0);
  const idle = [await client(t, to), await client(t, to)];
  await Promise.all(idle.map((socket) => once(socket, 'close')));
  connection({ key, cert }).write(frameStream([encodeDnstap(sampleMessage())]));
  await until(() => target.messages.length === 2);
  t.is(target.messages.length, 2);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { WebSocket } from 'ws';
import type { Caller } from '../../../../collector/domain/people/access/caller.ts';
import { TrustedProxies } from '../../../../collector/http/client-address.ts';
import type { ToldCertificate } from '../../../../collector/ports/transparency/told-certificate.ts';
import { CertstreamFace } from '../../../../collector/socket/certstream/certstream-face.ts';
import { mostOctetsOfTurn, mostWritesOfTurn } from '../../../../collector/socket/flood/gathered-delivery.ts';
import { createTestMeter } from '../../../support/meter.ts';
import { until } from '../../../support/until.ts';

const account: Caller = {
  kind: 'account',
  accountId: 7,
  tier: 'free',
  administrator: false,
  keyId: 1,
  session: undefined,
} as never;

function certificate(entry: number): ToldCertificate {
  return {
    id: String(entry),
    kind: 'precertificate',
    issuer: 'CN=R1,O=Authority\\, Inc.,C=US',
    serial: '0a1b',
    notBefore: Date.UTC(2026, 0, 1),
    notAfter: Date.UTC(2026, 3, 1),
    names: ['example.com', '*.example.com'],
    log: 'Log 2026h1',
    entry,
    loggedAt: Date.UTC(2026, 0, 1),
  };
}

type Parts = ConstructorParameters<typeof CertstreamFace>[0];

async function serve(t: ExecutionContext, more: Partial<Parts> = {}) {
  const good = new Set(['good']);
  const face = new CertstreamFace({
    authenticate: async (text) => (good.has(text) ? account : undefined),
    trustedProxies: new TrustedProxies([]),
    clock: Date,
    meter: createTestMeter(),
    ...more,
  });
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  face.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(async () => {
    await face.stop();
    server.close();
    server.closeAllConnections();
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/certstream`;
  const connect = async (form: string, key: string | null = 'good') => {
    const headers = key === null ? {} : { authorization: `Bearer ${key}` };
    const socket = new WebSocket(`${url}${form}`, { headers });
    t.teardown(() => socket.terminate());
    const messages: { message_type: string; data: unknown }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    await once(socket, 'open');
    return { socket, messages };
  };
  return { face, good, connect, sockets };
}

test('certificates come in the forms of certstream', async (t) => {
  const { face, connect } = await serve(t);
  const [lite, full, domains] = await Promise.all(
    ['/', '/full-stream', '/domains-only'].map((form) => connect(form)),
  );
  face.deliver(certificate(5));
  await until(() => [lite!, full!, domains!].every(({ messages }) => messages.length === 1));
  t.deepEqual(domains!.messages[0], {
    message_type: 'dns_entries',
    data: ['example.com', '*.example.com'],
  } as never);
  t.like(lite!.messages[0], {
    message_type: 'certificate_update',
    data: {
      update_type: 'PrecertLogEntry',
      cert_index: 5,
      source: { name: 'Log 2026h1', url: null },
      leaf_cert: {
        all_domains: ['example.com', '*.example.com'],
        serial_number: '0A1B',
        not_before: Date.UTC(2026, 0, 1) / 1_000,
        issuer: { CN: 'R1', O: 'Authority, Inc.', C: 'US', aggregated: '/CN=R1/O=Authority, Inc./C=US' },
        subject: { CN: 'example.com' },
      },
    },
  } as never);
  t.like(full!.messages[0]?.data as object, { chain: [], leaf_cert: { as_der: null } } as never);
});

test('who has no key, a wrong one or one of another path gets nothing', async (t) => {
  const { connect, face } = await serve(t);
  await t.throwsAsync(connect('/', null), { message: /401/ });
  await t.throwsAsync(connect('/', 'wrong'), { message: /401/ });
  face.deliver(certificate(1));
  t.pass();
});

test('programs that know nothing but a URL have the key in it', async (t) => {
  const { connect, face } = await serve(t);
  const { messages } = await connect('/domains-only/?key=good', null);
  face.deliver(certificate(1));
  await until(() => messages.length === 1);
  for (const query of ['?key=wrong', '?key=', '?key=%00', '?keys=good'])
    await t.throwsAsync(connect(`/${query}`, null), { message: /401/ }, query);
  await t.throwsAsync(connect('/?key=other', 'good'), { message: /401/ }, 'two that differ');
  await t.throwsAsync(connect('/nothing', 'good'), { message: /404/ });
});

test('a key that is revoked ends its connections', async (t) => {
  const { connect, good } = await serve(t, { credentialInterval: 20 });
  const { socket } = await connect('/domains-only');
  good.clear();
  const [code] = await once(socket, 'close');
  t.is(code, 1008);
});

test('who does not read misses certificates, is told how many, and keeps nobody else waiting', async (t) => {
  const { face, connect } = await serve(t);
  const [slow, quick] = [await connect('/'), await connect('/')];
  slow.socket.pause();
  const total = 24_000;
  let sent = 0;
  while (sent < total) {
    for (const end = sent + 2_000; sent < end; sent++) face.deliver(certificate(sent));
    await until(() => quick.messages.length >= sent);
  }
  t.is(quick.messages.length, total);
  slow.socket.resume();
  await until(() => {
    face.deliver(certificate(0));
    return slow.messages.some(({ message_type }) => message_type === 'missed');
  });
  const missed = slow.messages
    .filter(({ message_type }) => message_type === 'missed')
    .reduce((sum, { data }) => sum + (data as { count: number }).count, 0);
  t.true(missed > 0);
  t.true(slow.messages.filter(({ message_type }) => message_type === 'certificate_update').length < total);
});

/** Counts writes and their octets from one turn to the next. */
function countTurns() {
  const now = { writes: 0, octets: 0 };
  const counts = { turns: 0, mostWrites: 0, mostOctets: 0, longestWrite: 0 };
  return {
    counts,
    follow: (socket: Socket) => {
      const write = socket.write.bind(socket) as (chunk: Buffer) => boolean;
      socket.write = ((chunk: Buffer) => {
        now.writes++;
        now.octets += chunk.length;
        counts.longestWrite = Math.max(counts.longestWrite, chunk.length);
        return write(chunk);
      }) as typeof socket.write;
    },
    turn: async () => {
      counts.turns++;
      counts.mostWrites = Math.max(counts.mostWrites, now.writes);
      counts.mostOctets = Math.max(counts.mostOctets, now.octets);
      Object.assign(now, { writes: 0, octets: 0 });
      await nextTurn();
    },
  };
}

test('large writes to many are made in turns of bounded length', async (t) => {
  const { turn, counts, follow } = countTurns();
  const { face, connect, sockets } = await serve(t, { turn });
  const listeners = await Promise.all(Array.from({ length: 60 }, () => connect('/full-stream')));
  const total = 2_400;
  for (const socket of sockets) follow(socket);
  for (let entry = 0; entry < total; entry++) face.deliver(certificate(entry));
  await until(() => listeners.every(({ messages }) => messages.length === total));
  t.true(counts.longestWrite > 200_000, `${counts.longestWrite} octets in the longest write`);
  t.true(counts.mostOctets <= mostOctetsOfTurn + counts.longestWrite, `${counts.mostOctets} octets`);
  t.true(counts.turns >= (60 * counts.longestWrite) / mostOctetsOfTurn, `${counts.turns} turns`);
  t.deepEqual(
    listeners[7]!.messages.map(({ data }) => (data as { cert_index: number }).cert_index),
    Array.from({ length: total }, (_, entry) => entry),
  );
});

test('many small writes and heartbeats are made in turns as well', async (t) => {
  const { turn, counts, follow } = countTurns();
  const { face, connect, sockets } = await serve(t, { turn, heartbeatInterval: 250 });
  const count = 2 * mostWritesOfTurn + 44;
  const listeners = await Promise.all(Array.from({ length: count }, () => connect('/domains-only')));
  for (const socket of sockets) follow(socket);
  face.deliver(certificate(1));
  const all = (type: string) =>
    until(() =>
      listeners.every(({ messages }) => messages.some(({ message_type }) => message_type === type)),
    );
  await all('dns_entries');
  await all('heartbeat');
  t.true(counts.turns > 1);
  t.true(counts.mostWrites <= 2 * mostWritesOfTurn, `${counts.mostWrites} writes`);
});

import test, { type ExecutionContext } from 'ava';
import { io, type Socket } from 'socket.io-client';
import { TrustedProxies } from '../../../../collector/http/client-address.ts';
import type { PublishedEvent } from '../../../../collector/ports/system/events.ts';
import { createSocketFace } from '../../../../collector/socket/socket-face.ts';
import { noSessions } from '../../../support/http/no-sessions.ts';
import { createTestMeter } from '../../../support/meter.ts';
import { createRecordingLog } from '../../../support/recording-log.ts';
import { serveFace } from '../../../support/socket/serve-face.ts';
import { until } from '../../../support/until.ts';

const timestamp = '2026-05-04T03:02:01.000Z';
const entry = (domain: string, issuer = 'CN=A'): PublishedEvent => ({
  name: 'ct_log_entry',
  payload: {
    domain,
    certificate: { issuer, serial: '1', not_before: timestamp, not_after: timestamp },
    timestamp,
  },
  accountId: null,
});

async function setUp(t: ExecutionContext) {
  const meter = createTestMeter();
  const log = createRecordingLog();
  const face = createSocketFace({
    sessions: noSessions,
    authenticate: async () => undefined,
    trustedProxies: new TrustedProxies([]),
    corsOrigins: [],
    statistics: async () => ({
      total_domains: null,
      total_scans_today: null,
      active_monitors: null,
      ct_logs_today: null,
    }),
    clock: Date,
    log,
    meter,
  });
  const url = await serveFace(t, face);
  const connect = async (options: object = {}) => {
    const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });
    t.teardown(() => socket.close());
    const heard: string[] = [];
    const left: number[] = [];
    socket.on('ct_log_entry', ({ domain }: { domain: string }) => heard.push(domain));
    socket.on('error', ({ message }: { message: string }) => left.push(Number.parseInt(message, 10)));
    await until(() => socket.connected);
    return { socket, heard, missed: () => left.reduce((sum, count) => sum + count, 0) };
  };
  return { face, connect, meter, log };
}

/** The connection below a client, which a test keeps from reading. */
const lineOf = (socket: Socket) =>
  (socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void; resume(): void } } }).ws
    ._socket;

test('all certificates come in their order, by each transport, and those of a domain to who asked for it', async (t) => {
  const { face, connect, log } = await setUp(t);
  const [socket, polling, upgraded, ofDomain, both, nobody] = await Promise.all([
    connect(),
    connect({ transports: ['polling'] }),
    connect({ transports: ['polling', 'websocket'] }),
    connect(),
    connect(),
    connect(),
  ]);
  for (const { socket: one } of [socket, polling, upgraded, both]) await one.emitWithAck('subscribe_ct_logs');
  for (const { socket: one } of [ofDomain, both])
    await one.emitWithAck('subscribe_domain', { domain: 'host7.example' });
  const all = [socket, polling, upgraded, both];
  const domains = Array.from({ length: 900 }, (_, index) => `host${index}.example`);
  for (const part of [domains.slice(0, 450), domains.slice(450)]) {
    for (const domain of part) face.deliver(entry(domain, 'CN=Ünïcode \u{1F600}'));
    await until(() => all.every(({ heard }) => heard.at(-1) === part.at(-1)));
  }
  face.deliver({ ...entry('wrong.example'), payload: { domain: 'wrong.example' } } as never);
  face.deliver(entry('last.example'));
  domains.push('last.example');
  await until(() => all.every(({ heard }) => heard.at(-1) === 'last.example'));
  for (const { heard } of all) t.deepEqual(heard, domains, 'each once');
  await ofDomain.socket.emitWithAck('ping');
  t.deepEqual(ofDomain.heard, ['host7.example']);
  t.deepEqual(nobody.heard, []);
  t.is(log.lines.filter(({ level }) => level === 'error').length, 1, 'one of a wrong shape is not sent');
  await socket.socket.emitWithAck('ping');
  t.true(socket.socket.connected, 'what is written as one message is many to the client');
});

test('who does not read is told how many were left out, and every one is accounted for', async (t) => {
  const { face, connect, meter } = await setUp(t);
  const [slow, quick] = [await connect(), await connect()];
  for (const { socket } of [slow, quick]) await socket.emitWithAck('subscribe_ct_logs');
  lineOf(slow.socket).pause();
  let sent = 0;
  const more = async () => {
    for (const end = sent + 1_000; sent < end; sent++)
      face.deliver(entry(`host${sent}.example`, 'x'.repeat(1_000)));
    await until(() => quick.heard.length === sent);
  };
  while ((meter.counts.get('sonde_events_missed_total') ?? 0) === 0) await more();
  await more();
  t.is(quick.missed(), 0);
  lineOf(slow.socket).resume();
  // Told with what comes next.
  await until(() => {
    face.deliver(entry(`host${sent++}.example`));
    return slow.missed() > 0;
  });
  await until(() => slow.heard.length + slow.missed() === sent);
  t.is(slow.missed(), meter.counts.get('sonde_events_missed_total')!);
  await until(() => quick.heard.length === sent);
});

test('more than can be written is left out for all, who are told so; a threat is not held up', async (t) => {
  const { face, connect } = await setUp(t);
  const one = await connect();
  await one.socket.emitWithAck('subscribe_ct_logs');
  await one.socket.emitWithAck('subscribe_dns_changes');
  let changes = 0;
  one.socket.on('dns_change', () => {
    changes++;
    t.is(one.heard.length, 0, 'it waits for no certificate');
  });
  const total = 7_000;
  for (let index = 0; index < total; index++) face.deliver(entry(`host${index}.example`));
  face.deliver({
    name: 'dns_change',
    payload: {
      domain: 'example.com',
      record_type: 'A',
      old_value: null,
      new_value: '192.0.2.1',
      severity: 'low',
      timestamp,
    },
    accountId: null,
  });
  await until(() => one.heard.length + one.missed() === total);
  t.is(one.missed(), 2_000);
  t.is(changes, 1);
});

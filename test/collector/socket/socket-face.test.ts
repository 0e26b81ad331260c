import test, { type ExecutionContext } from 'ava';
import { io, type Socket } from 'socket.io-client';
import { TrustedProxies } from '../../../collector/http/client-address.ts';
import type { PublishedEvent } from '../../../collector/ports/system/events.ts';
import { maxRooms } from '../../../collector/socket/handle-connection.ts';
import { createSocketFace, type SocketFace } from '../../../collector/socket/socket-face.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { createTestMeter } from '../../support/meter.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { serveFace } from '../../support/socket/serve-face.ts';
import { until } from '../../support/until.ts';

const timestamp = '2026-05-04T03:02:01.000Z';

function change(domain: string, value = '192.0.2.1'): PublishedEvent {
  const severity = 'low' as const;
  const payload = { domain, record_type: 'A', old_value: null, new_value: value, severity, timestamp };
  return { name: 'dns_change', payload, accountId: null };
}

function threat(accountId: number): PublishedEvent {
  const payload = {
    id: 1,
    type: 'malware',
    message: 'seen',
    severity: 'high' as const,
    location_id: 1,
    domain: 'bad.example',
    client_ip: '192.0.2.1',
    addresses: null,
    timestamp,
  };
  return { name: 'threat_alert', payload, accountId };
}

async function setUp(t: ExecutionContext) {
  const meter = createTestMeter();
  const log = createRecordingLog();
  const face = createSocketFace({
    sessions: noSessions,
    authenticate: async (key) => {
      const accountId = /^account-([0-9]+)$/.exec(key)?.[1];
      if (accountId === undefined) return undefined;
      return {
        kind: 'account',
        accountId: Number(accountId),
        tier: 'free',
        administrator: false,
        keyId: 1,
        personId: null,
        role: 'owner',
        session: null,
      };
    },
    trustedProxies: new TrustedProxies([]),
    corsOrigins: [],
    statistics: async () => ({
      total_domains: 3,
      total_scans_today: null,
      active_monitors: null,
      ct_logs_today: null,
    }),
    clock: Date,
    log,
    meter,
  });
  const url = await serveFace(t, face);
  return { face, url, meter, log };
}

/** A client that keeps everything it hears. */
function client(
  t: ExecutionContext,
  url: string,
  options: object = {},
): Socket & { heard: [string, unknown][] } {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });
  const heard: [string, unknown][] = [];
  socket.onAny((event: string, payload: unknown) => heard.push([event, payload]));
  t.teardown(() => socket.close());
  return Object.assign(socket, { heard });
}

const names = (socket: { heard: [string, unknown][] }) => socket.heard.map(([event]) => event);
const heardOf = (socket: { heard: [string, unknown][] }, name: string) =>
  socket.heard.filter(([event]) => event === name).map(([, payload]) => payload);

async function connected(socket: Socket & { heard: [string, unknown][] }) {
  await until(() => names(socket).includes('connected'));
  return socket;
}

test('a client is greeted, may ask, and every event of the interface is answered', async (t) => {
  const { url } = await setUp(t);
  const socket = await connected(client(t, url));
  const [greeting] = heardOf(socket, 'connected') as {
    session_id: string;
    timestamp: string;
    message: string;
  }[];
  t.is(greeting?.session_id, socket.id);
  t.regex(greeting?.timestamp ?? '', /Z$/);
  for (const [event, payload, reply] of [
    ['subscribe_domain', { domain: 'Example.COM.' }, 'subscribed'],
    ['unsubscribe_domain', { domain: 'example.com' }, 'unsubscribed'],
    ['subscribe_ct_logs', undefined, 'subscribed_ct_logs'],
    ['subscribe_dns_changes', undefined, 'subscribed_dns_changes'],
    ['subscribe_threat_feed', undefined, 'subscribed_threat_feed'],
    ['request_stats', undefined, 'stats_update'],
    ['ping', undefined, 'pong'],
  ] as const) {
    const acknowledged =
      payload === undefined ? await socket.emitWithAck(event) : await socket.emitWithAck(event, payload);
    await until(() => names(socket).includes(reply));
    t.deepEqual(heardOf(socket, reply)[0], acknowledged);
    t.regex(acknowledged.timestamp, /Z$/);
  }
  t.is((heardOf(socket, 'subscribed')[0] as { domain: string }).domain, 'example.com');
  t.is((heardOf(socket, 'stats_update')[0] as { total_domains: number }).total_domains, 3);
});

test('a bad subscription is answered and the connection stays', async (t) => {
  const { url } = await setUp(t);
  const socket = await connected(client(t, url));
  for (const payload of [
    undefined,
    null,
    7,
    {},
    { domain: 7 },
    { domain: 'https://example.com' },
    { domain: 'a..b' },
  ]) {
    socket.emit('subscribe_domain', payload);
  }
  socket.emit('constructor');
  socket.emit('no_such_event', {});
  await until(() => heardOf(socket, 'error').length === 9);
  for (const error of heardOf(socket, 'error')) t.is(typeof (error as { message: string }).message, 'string');
  t.regex((await socket.emitWithAck('subscribe_domain', { domain: '' })).error, /domain/);
  t.true(socket.connected);
});

test('events reach those who subscribed, and a threat only its own account', async (t) => {
  const { url, face } = await setUp(t);
  const [one, two, all, anonymous] = await Promise.all(
    [{ auth: { token: 'account-1' } }, { extraHeaders: { 'x-api-key': 'account-2' } }, {}, {}].map(
      (options) => connected(client(t, url, options)),
    ),
  );
  await one!.emitWithAck('subscribe_domain', { domain: 'example.com' });
  await all!.emitWithAck('subscribe_dns_changes');
  for (const socket of [one, two, anonymous]) await socket!.emitWithAck('subscribe_threat_feed');
  face.deliver(change('example.com'));
  face.deliver(change('example.org'));
  face.deliver(threat(2));
  await until(() => heardOf(all!, 'dns_change').length === 2 && heardOf(two!, 'threat_alert').length === 1);
  t.is(heardOf(one!, 'dns_change').length, 1);
  t.is(heardOf(one!, 'threat_alert').length + heardOf(anonymous!, 'threat_alert').length, 0);
  t.like(heardOf(two!, 'threat_alert')[0], { severity: 'high', domain: 'bad.example' });
  await one!.emitWithAck('unsubscribe_domain', { domain: 'example.com' });
  face.deliver(change('example.com'));
  await until(() => heardOf(all!, 'dns_change').length === 3);
  t.is(heardOf(one!, 'dns_change').length, 1);
});

test('a credential that is given must be good', async (t) => {
  const { url } = await setUp(t);
  const socket = client(t, url, { auth: { token: 'nobody' } });
  const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
  t.regex(error.message, /not valid/);
});

test('subscriptions and the rate of events are bounded', async (t) => {
  const { url } = await setUp(t);
  const socket = await connected(client(t, url));
  let joined = 0;
  for (let index = 0; joined <= maxRooms && index < 4 * maxRooms; index++) {
    const answer = await socket.emitWithAck('subscribe_domain', { domain: `d${joined}.example` });
    if (answer.error === undefined) joined++;
    else if (/subscriptions/.test(answer.error)) break;
    else await new Promise((resolve) => setTimeout(resolve, 200));
  }
  t.is(joined, maxRooms);
  const flooding = await connected(client(t, url));
  // Goes on until it is cut off: a busy machine takes events so slowly that a fixed number of them is no flood.
  await until(() => {
    for (let index = 0; index < 200; index++) flooding.emit('ping');
    return flooding.disconnected;
  });
  t.true(heardOf(flooding, 'error').length > 0);
});

test('a client that was cut off for a moment gets what it missed', async (t) => {
  const { url, face } = await setUp(t);
  const socket = await connected(client(t, url, { reconnection: true, reconnectionDelay: 50 }));
  await socket.emitWithAck('subscribe_dns_changes');
  face.deliver(change('before.example'));
  await until(() => heardOf(socket, 'dns_change').length === 1);
  socket.io.engine.close();
  await until(() => !socket.connected);
  face.deliver(change('meanwhile.example'));
  await until(() => heardOf(socket, 'dns_change').length === 2);
  t.like(heardOf(socket, 'dns_change')[1], { domain: 'meanwhile.example' });
  t.true(socket.recovered);
});

test('a client that does not read misses events, is told so, and harms nobody', async (t) => {
  const { url, face, meter } = await setUp(t);
  const slow = await connected(client(t, url));
  const quick = await connected(client(t, url));
  for (const socket of [slow, quick]) await socket.emitWithAck('subscribe_dns_changes');
  const line = (slow.io.engine.transport as unknown as { ws: { _socket: { pause(): void; resume(): void } } })
    .ws._socket;
  line.pause();
  const count = 4_000;
  await deliverMany(face, count, () => heardOf(quick, 'dns_change').length);
  await until(() => heardOf(quick, 'dns_change').length === count);
  const missed = meter.counts.get('sonde_events_missed_total') ?? 0;
  t.true(missed > 0);
  line.resume();
  await until(
    () => heardOf(slow, 'error').length > 0 && heardOf(slow, 'dns_change').length === count - missed,
  );
  t.regex((heardOf(slow, 'error')[0] as { message: string }).message, /events were left out/);
});

/** Delivers in portions, each when the one before has been heard: one that reads is never behind. */
async function deliverMany(face: SocketFace, count: number, heard: () => number): Promise<void> {
  for (let index = 0; index < count; index++) {
    if (index % 100 === 0) await until(() => heard() === index);
    face.deliver(change('example.com', 'x'.repeat(8_000)));
  }
}

test('stopping ends the connections and leaves the server to its owner', async (t) => {
  const { url, face } = await setUp(t);
  const socket = await connected(client(t, url));
  await face.stop();
  await until(() => socket.disconnected);
  t.is(await (await fetch(url)).text(), 'http too');
});

test('an event of a wrong shape is a bug that is logged and not sent', async (t) => {
  const { url, face, log } = await setUp(t);
  const socket = await connected(client(t, url));
  await socket.emitWithAck('subscribe_dns_changes');
  face.deliver({ ...change('example.com'), payload: { domain: 'example.com' } } as unknown as PublishedEvent);
  await socket.emitWithAck('ping');
  t.is(heardOf(socket, 'dns_change').length, 0);
  t.is(log.lines.filter((line) => line.level === 'error').length, 1);
});

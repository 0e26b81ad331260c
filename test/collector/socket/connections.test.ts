import test, { type ExecutionContext } from 'ava';
import { io } from 'socket.io-client';
import { TrustedProxies } from '../../../collector/http/client-address.ts';
import { type KeyBounds, noBounds } from '../../../collector/ports/accounts/key-bounds.ts';
import type { PublishedEvent } from '../../../collector/ports/system/events.ts';
import { StoreError } from '../../../collector/ports/system/store-error.ts';
import { createSocketFace } from '../../../collector/socket/socket-face.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { createTestMeter } from '../../support/meter.ts';
import { silentLog } from '../../support/silent-log.ts';
import { serveFace } from '../../support/socket/serve-face.ts';
import { until } from '../../support/until.ts';

const alert: PublishedEvent = {
  name: 'threat_alert',
  payload: {
    id: 1,
    type: 'malware',
    message: 'seen',
    severity: 'high',
    location_id: 1,
    domain: 'bad.example',
    client_ip: '192.0.2.1',
    addresses: null,
    timestamp: '2026-05-04T03:02:01.000Z',
  },
  accountId: 1,
};

/** A face that knows the keys of the set, all of account 1, with those bounds. */
async function setUp(t: ExecutionContext, bounds?: KeyBounds) {
  const good = new Set(['first', 'second']);
  const store = { away: false, asked: 0 };
  const face = createSocketFace({
    sessions: noSessions,
    authenticate: async (key) => {
      store.asked++;
      if (store.away) throw new StoreError('unavailable', 'away');
      if (!good.has(key)) return undefined;
      return {
        kind: 'account',
        accountId: 1,
        tier: 'free',
        administrator: false,
        keyId: 1,
        personId: null,
        role: 'owner',
        session: null,
        bounds,
      };
    },
    trustedProxies: new TrustedProxies(['127.0.0.1']),
    corsOrigins: ['https://app.example'],
    statistics: async () => ({
      total_domains: null,
      total_scans_today: null,
      active_monitors: null,
      ct_logs_today: null,
    }),
    clock: Date,
    log: silentLog,
    meter: createTestMeter(),
    credentialInterval: 20,
    maxConnectionsPerCaller: 2,
  });
  const url = await serveFace(t, face);
  const connect = (options: object = {}) => {
    const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });
    t.teardown(() => socket.close());
    return socket;
  };
  const connected = async (options?: object) => {
    const socket = connect(options);
    await until(() => socket.connected);
    return socket;
  };
  return { good, store, face, url, connect, connected };
}

test('a connection ends with its key, and with no other', async (t) => {
  const { good, store, connected } = await setUp(t);
  const first = await connected({ auth: { token: 'first' } });
  const second = await connected({ extraHeaders: { 'x-api-key': 'second' } });
  const anonymous = await connected();
  const told: { message: string }[] = [];
  first.on('error', (error) => told.push(error));
  store.away = true;
  const asked = store.asked;
  await until(() => store.asked > asked + 4);
  t.true(first.connected, 'a store that is away says nothing about keys');
  store.away = false;
  good.delete('first');
  await until(() => first.disconnected);
  t.regex(told[0]?.message ?? '', /not valid any more/);
  t.true(second.connected);
  t.true(anonymous.connected);
});

test('one caller has so many connections, by account and by /64, and others have theirs', async (t) => {
  const { connect, connected } = await setUp(t);
  const refusal = async (options: object) => {
    const socket = connect(options);
    return (await new Promise<Error>((resolve) => socket.once('connect_error', resolve))).message;
  };
  const key = (token: string) => ({ auth: { token } });
  const one = await connected(key('first'));
  await connected(key('second'));
  t.regex(await refusal(key('first')), /too many/);
  const from = (address: string) => ({ extraHeaders: { 'x-forwarded-for': address } });
  await connected(from('2001:db8::1'));
  await connected(from('2001:db8::2'));
  t.regex(await refusal(from('2001:db8::3')), /too many/);
  await connected(from('2001:db8:0:1::1'));
  one.close();
  await until(async () => {
    const again = connect(key('first'));
    return new Promise<boolean>((resolve) => {
      again.once('connect', () => resolve(true));
      again.once('connect_error', () => resolve(false));
    });
  });
  t.pass();
});

test('who picks up a broken connection without its credential hears nothing more of the account', async (t) => {
  const { face, connected } = await setUp(t);
  const auth: { token?: string } = { token: 'first' };
  const socket = await connected({ auth, reconnection: true, reconnectionDelay: 20 });
  const heard: unknown[] = [];
  socket.on('threat_alert', (payload) => heard.push(payload));
  await socket.emitWithAck('subscribe_threat_feed');
  face.deliver(alert);
  await until(() => heard.length === 1);
  delete auth.token;
  socket.io.engine.close();
  await until(() => !socket.connected);
  await until(() => socket.connected);
  t.true(socket.recovered);
  face.deliver(alert);
  await socket.emitWithAck('ping');
  t.is(heard.length, 1);
});

test('pages of other origins do not connect, and nobody with credentials that are none or differ', async (t) => {
  const { url, connect, connected } = await setUp(t);
  const refused = async (options: object) => {
    const socket = connect(options);
    let failed = false;
    socket.once('connect_error', () => {
      failed = true;
    });
    await until(() => failed || socket.connected);
    t.true(failed, JSON.stringify(options));
  };
  for (const transports of [['websocket'], ['polling']])
    for (const origin of ['https://evil.example', 'null', `${url}0`])
      await refused({ transports, extraHeaders: { origin } });
  await refused({ auth: { token: { toString: 'first' } } });
  await refused({ auth: { token: 7 } });
  await refused({ auth: { token: 'first' }, extraHeaders: { 'x-api-key': 'second' } });
  (await connected({ extraHeaders: { origin: 'https://app.example' } })).close();
  (await connected({ extraHeaders: { origin: url } })).close();
  (await connected({ auth: { token: 'first' }, extraHeaders: { 'x-api-key': 'first' } })).close();
});

test('answers of the channel that are no events have the headers of all others', async (t) => {
  const { url } = await setUp(t);
  for (const path of ['/socket.io/', '/socket.io/?EIO=4&transport=polling']) {
    const answer = await fetch(url + path);
    t.is(answer.headers.get('x-content-type-options'), 'nosniff');
    t.is(answer.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    t.is(answer.headers.get('cache-control'), 'no-store');
  }
});

test('a key for networks connects from there alone, past trusted proxies', async (t) => {
  const { connect, connected } = await setUp(t, { ...noBounds, networks: ['192.0.2.0/24'] });
  const from = (address: string) => ({
    auth: { token: 'first' },
    extraHeaders: { 'x-forwarded-for': address },
  });
  const refused = connect(from('198.51.100.1'));
  const told = await new Promise<Error>((resolve) => refused.once('connect_error', resolve));
  t.is(told.message, 'This key is not for requests from 198.51.100.1.');
  await connected(from('192.0.2.9'));
  await connected({});
});

test('a key for families hears of these alone', async (t) => {
  const { connected } = await setUp(t, { ...noBounds, families: ['Domains'] });
  const socket = await connected({ auth: { token: 'first' } });
  for (const event of ['subscribe_threat_feed', 'subscribe_queries', 'subscribe_ct_logs']) {
    t.regex((await socket.emitWithAck(event, {})).error, /not for operations of the family/, event);
  }
  t.truthy((await socket.emitWithAck('subscribe_domain', { domain: 'example.com' })).domain);
  t.truthy((await socket.emitWithAck('ping')).timestamp);
});

import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { io } from 'socket.io-client';
import { LiveTail } from '../../../collector/domain/traffic/live/live-tail.ts';
import { TrustedProxies } from '../../../collector/http/client-address.ts';
import { noBounds } from '../../../collector/ports/accounts/key-bounds.ts';
import { createSocketFace } from '../../../collector/socket/socket-face.ts';
import { makeRow, storedBytes } from '../../support/engines/clickhouse-rows.ts';
import { FakeApiKeys } from '../../support/fakes/accounts/api-keys.ts';
import { FakeLocations } from '../../support/fakes/fleet/locations.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { createTestMeter } from '../../support/meter.ts';
import { silentLog } from '../../support/silent-log.ts';
import { serveFace } from '../../support/socket/serve-face.ts';
import { until } from '../../support/until.ts';

interface Told {
  readonly queries: { readonly query_name: string; readonly location_id: number }[];
  readonly left_out: number;
  readonly addresses: readonly { readonly ip: string }[] | null;
}

const nothingKnown = {
  asn: 64_500,
  asn_name: null,
  country: null,
  is_hosting: null,
  is_vpn: null,
  is_tor: null,
  is_relay: null,
  is_anycast: null,
};

async function setUp(t: ExecutionContext) {
  const meter = createTestMeter();
  const tail = new LiveTail({ meter, clock: Date });
  const locations = new FakeLocations(new FakeApiKeys());
  const locationOf = async (accountId: number) => {
    const key = { prefix: 'p', hash: randomBytes(32) };
    return (await locations.create({ accountId, name: `of ${accountId}`, description: null }, key)).id;
  };
  const addressNotes = {
    of: (texts: Iterable<string>) => [...new Set(texts)].map((ip) => ({ ...nothingKnown, ip })),
  };
  const face = createSocketFace({
    authenticate: async (text) => {
      const [, id, locations] = /^account-([0-9]+)(?:-at-([0-9]+))?$/.exec(text) ?? [];
      const accountId = Number(id);
      if (Number.isNaN(accountId)) return undefined;
      return {
        kind: 'account',
        accountId,
        tier: 'free',
        administrator: false,
        keyId: 1,
        personId: null,
        role: 'owner',
        session: null,
        bounds: locations === undefined ? undefined : { ...noBounds, locationIds: [Number(locations)] },
      };
    },
    trustedProxies: new TrustedProxies([]),
    corsOrigins: [],
    sessions: noSessions,
    statistics: () => Promise.reject(new Error('is not asked')),
    live: { locations, addressNotes, tail },
    clock: Date,
    log: silentLog,
    meter,
  });
  const url = await serveFace(t, face);
  const connect = (token?: string) => {
    const auth = token === undefined ? {} : { token };
    const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth });
    t.teardown(() => socket.close());
    const told: Told[] = [];
    socket.on('queries', (live: Told) => told.push(live));
    return {
      socket,
      told,
      names: () => told.flatMap(({ queries }) => queries.map((query) => query.query_name)),
    };
  };
  const store = (locationId: number, ...names: string[]) => {
    const rows = names.map((queryName) => makeRow({ queryName, observedAt: Date.now() * 1_000 }));
    const bytes = storedBytes(rows, locationId, 3);
    return tail.take(bytes.length, async () => bytes);
  };
  return { connect, store, locationOf, meter };
}

test('an account is shown its own queries as they are stored, by the filters of the search', async (t) => {
  const { connect, store, locationOf, meter } = await setUp(t);
  const [own, theirs] = [await locationOf(1), await locationOf(2)];
  const ada = connect('account-1');
  const eve = connect('account-2');
  const answer = await ada.socket.emitWithAck('subscribe_queries', { suffix: '!quiet.example,!arpa' });
  t.like(answer, { max_per_second: 100 });
  await eve.socket.emitWithAck('subscribe_queries', {});
  await store(own, 'a.example', 'www.quiet.example', 'b.example');
  await store(theirs, 'c.example');
  await until(() => ada.names().length === 2 && eve.names().length === 1);
  t.deepEqual(ada.names(), ['a.example', 'b.example']);
  t.deepEqual(eve.names(), ['c.example']);
  t.deepEqual(
    eve.told[0]?.addresses?.map(({ ip }) => ip),
    ['192.0.2.1', '192.0.2.53', '198.51.100.7'],
  );

  // Another subscription takes the place of the first, and both end with the connection.
  await ada.socket.emitWithAck('subscribe_queries', { name: 'd.example', location_id: own });
  await store(own, 'a.example', 'd.example');
  await until(() => ada.names().length === 3);
  t.is(ada.names().at(-1), 'd.example');
  await ada.socket.emitWithAck('unsubscribe_queries');
  eve.socket.close();
  await until(() => meter.gauges.get('sonde_live_query_subscriptions')!() === 0);
});

test('a key for some locations is shown these alone, and names which', async (t) => {
  const { connect, store, locationOf } = await setUp(t);
  const [office, cellar] = [await locationOf(1), await locationOf(1)];
  const ada = connect(`account-1-at-${office}`);
  for (const payload of [{}, undefined, { location_id: cellar }, { location_id: `${office}` }]) {
    const { error } = await ada.socket.emitWithAck('subscribe_queries', payload);
    t.is(error, `This key is for the locations ${office}: name one of them, as "location_id".`);
  }
  t.regex((await ada.socket.emitWithAck('subscribe_threat_feed')).error, /some locations/);
  await ada.socket.emitWithAck('subscribe_queries', { location_id: office });
  await store(cellar, 'not.example');
  await store(office, 'a.example');
  await until(() => ada.names().length > 0);
  t.deepEqual(ada.names(), ['a.example']);
});

test('what cannot be watched is refused, and the connection stays', async (t) => {
  const { connect, locationOf } = await setUp(t);
  const theirs = await locationOf(2);
  const ada = connect('account-1');
  for (const [payload, message] of [
    [{ client: 'nonsense' }, /address/],
    [{ query_type: 7 }, /query_type/],
    [{ max_per_second: 1_000 }, /max_per_second/],
    [{ location_id: theirs }, /location/],
  ] as const) {
    const answer = await ada.socket.emitWithAck('subscribe_queries', payload);
    t.regex(answer.error, message);
  }
  t.regex((await connect().socket.emitWithAck('subscribe_queries', {})).error, /account/);
  t.like(await ada.socket.emitWithAck('subscribe_queries'), { max_per_second: 100 });
  t.true(ada.socket.connected);
});

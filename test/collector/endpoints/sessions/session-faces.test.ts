import test, { type ExecutionContext } from 'ava';
import { io, type Socket } from 'socket.io-client';
import { sessionAuthentication } from '../../../../collector/domain/people/sessions/session-authentication.ts';
import { LiveTail } from '../../../../collector/domain/traffic/live/live-tail.ts';
import { graphqlAdmission } from '../../../../collector/graphql/admission.ts';
import { createGraphqlFace } from '../../../../collector/graphql/graphql-routes.ts';
import { TrustedProxies } from '../../../../collector/http/client-address.ts';
import { noQuota } from '../../../../collector/http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../../../collector/http/limits/requests-of-callers.ts';
import { RequestSessions } from '../../../../collector/http/session/request-sessions.ts';
import { createSocketFace } from '../../../../collector/socket/socket-face.ts';
import { installationId } from '../../../../collector/storage/postgres/accounts/installation.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';
import { createTestMeter } from '../../../support/meter.ts';
import { silentLog as log } from '../../../support/silent-log.ts';
import { serveFace } from '../../../support/socket/serve-face.ts';
import { until } from '../../../support/until.ts';

const own = { 'sec-fetch-site': 'same-origin' };
const hour = 3_600_000;

/** People who sign in over REST, and the two other faces that a browser reaches with its cookie. */
async function setUp(t: ExecutionContext) {
  const postgres = (await freshDatabase(t)).open();
  const people = await startPeopleApi(t, postgres);
  const { clock, stores } = people;
  const owner = await people.register('ada@example.com');
  const trustedProxies = new TrustedProxies([]);
  const sessions = new RequestSessions({
    authenticate: sessionAuthentication({ sessions: stores.sessions, clock }),
    installationId: await installationId(postgres),
    trustedProxies,
  });
  const authenticate = async () => undefined;
  const world = new FakeWorld();

  const underWay = new RequestsOfCallers(200);
  const graphql = await createGraphqlFace({
    ports: { ...world.ports, ...world.scans.ports },
    log,
    explorer: false,
    timeLimit: 60_000,
    ...graphqlAdmission({ authenticate, sessions, quota: noQuota, underWay }),
  });
  t.teardown(() => graphql.stop());
  const api = await startTestApi(t, { world, sessions, parts: { systemRoutes: graphql.routes, underWay } });
  /** Whether GraphQL knows who asks; or the code of its refusal. */
  const asks = async (headers: Record<string, string>): Promise<string | boolean> => {
    const { status, body } = await api.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ locations { count } }' }),
    });
    if (status !== 200) return String(body.code);
    return (body.data as { locations: unknown } | null)?.locations !== null && body.data !== null;
  };

  const meter = createTestMeter();
  const face = createSocketFace({
    authenticate,
    sessions,
    trustedProxies,
    corsOrigins: ['https://friend.example'],
    statistics: () => Promise.reject(new Error('is not asked')),
    live: {
      locations: world.locations,
      addressNotes: world.addresses.addressNotes,
      tail: new LiveTail({ meter, clock: Date }),
    },
    clock: Date,
    log,
    meter,
    credentialInterval: 20,
  });
  const url = await serveFace(t, face);
  /** Connects as a browser's page does; its transport may be the one of old browsers. */
  const connect = (extraHeaders: Record<string, string>, transport = 'websocket'): Socket => {
    const socket = io(url, { transports: [transport], forceNew: true, reconnection: false, extraHeaders });
    t.teardown(() => socket.close());
    return socket;
  };
  /** `somebody` or `nobody`, or why there is no connection. */
  const who = async (socket: Socket): Promise<string> => {
    if (socket.connected) throw new Error('ask before it is connected');
    const refused = await new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', ({ message }) => resolve(message));
    });
    if (refused !== undefined) return refused;
    const { error } = await socket.timeout(60_000).emitWithAck('subscribe_queries', {});
    return error === undefined ? 'somebody' : 'nobody';
  };
  const signedIn = async (email = 'ada@example.com') => {
    const browser = people.browser();
    const answer = await browser.signIn(email);
    if (answer.status !== 200) throw new Error(answer.text);
    return browser;
  };
  return { ...people, owner, asks, connect, who, signedIn, url };
}

test('by its cookie a session is known on both faces, and only to pages of the collector', async (t) => {
  t.timeout(180_000);
  const { asks, connect, who, signedIn, url } = await setUp(t);
  const cookie = (await signedIn()).cookie!;
  t.true(await asks({ cookie, ...own }));
  t.false(await asks(own), 'nobody');
  for (const transport of ['websocket', 'polling']) {
    t.is(await who(connect({ cookie, ...own }, transport)), 'somebody', transport);
    t.is(await who(connect({ cookie, origin: url }, transport)), 'somebody', transport);
    t.is(await who(connect(own, transport)), 'nobody', transport);
  }

  // Pages of others, and requests of which nobody knows whose they are.
  const strange: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ];
  for (const headers of strange) {
    const what = JSON.stringify(headers);
    t.is(await asks({ cookie, ...headers }), 'cross_site_request', what);
    for (const transport of ['websocket', 'polling'])
      t.not(await who(connect({ cookie, ...headers }, transport)), 'somebody', `${what} ${transport}`);
  }
  // A page that may use the API by keys may not use somebody's session.
  t.not(await who(connect({ cookie, origin: 'https://friend.example' })), 'somebody');
  t.is(await who(connect({ origin: 'https://friend.example' })), 'nobody');
  t.not(await who(connect({ origin: 'https://evil.example' })), 'nobody');
});

test('a session that is over is nobody, on both faces and on connections that are open', async (t) => {
  t.timeout(180_000);
  const { asks, connect, who, signedIn, stores, owner, clock } = await setUp(t);
  const ends: Record<string, (browser: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>> = {
    'signed out': (browser) => browser.send('DELETE', '/api/auth/session'),
    'signed out everywhere': () => stores.credentials.signOutEverywhere(owner.account.id, owner.person.id),
    'ended by another': async () => {
      const other = await signedIn();
      return other.send('DELETE', '/api/auth/sessions');
    },
    'a new password': async () =>
      stores.credentials.setPassword(
        owner.person.id,
        (await stores.credentials.find('ada@example.com'))!.passwordHash!,
      ),
    'not used for eight hours': async () => {
      clock.ahead += 8 * hour + 1_000;
    },
  };
  const bystander = connect({ ...own });
  t.is(await who(bystander), 'nobody');
  for (const [what, end] of Object.entries(ends)) {
    const browser = await signedIn();
    const cookie = browser.cookie!;
    const [socket, polling] = [connect({ cookie, ...own }), connect({ cookie, ...own }, 'polling')];
    // Asked at once: who waits for the one may miss that the other has been connected meanwhile.
    t.deepEqual(await Promise.all([who(socket), who(polling)]), ['somebody', 'somebody'], what);
    t.true(await asks({ cookie, ...own }), what);
    const told: string[] = [];
    socket.on('error', ({ message }: { message: string }) => told.push(message));
    await end(browser);
    t.false(await asks({ cookie, ...own }), what);
    await until(() => !socket.connected && !polling.connected);
    t.regex(told.join(), /not valid any more/, what);
    t.is(await who(connect({ cookie, ...own })), 'nobody', what);
  }
  t.true(bystander.connected);
});

test('who is removed from an account is out of it at once, and another role leaves him connected', async (t) => {
  t.timeout(180_000);
  const { asks, connect, who, signedIn, stores, owner } = await setUp(t);
  const ada = await signedIn();
  const email = 'eve@example.com';
  const added = await ada.send('POST', '/api/account/members', { email, role: 'owner' });
  t.is(added.status, 201, added.text);
  const member = (await stores.members.list(owner.account.id)).find((one) => one.email === email)!;
  const passwordHash = (await stores.credentials.find('ada@example.com'))!.passwordHash!;
  await stores.credentials.setPassword(member.id, passwordHash);
  const eve = await signedIn(email);
  const headers = { cookie: eve.cookie!, ...own };
  const socket = connect(headers);
  t.is(await who(socket), 'somebody');
  const change = () => eve.send('POST', '/api/v1/dns-monitoring/locations', { location_name: 'Office' });
  t.is((await change()).status, 201);

  const path = `/api/account/members/${member.id}`;
  t.is((await ada.send('PUT', path, { role: 'viewer' })).status, 200);
  t.is((await change()).status, 403, 'the role of now counts, not that of the time of signing in');
  t.true(await asks(headers));
  t.true(socket.connected);

  t.is((await ada.send('DELETE', path)).status, 200);
  t.false(await asks(headers));
  await until(() => !socket.connected);
  t.is(await who(connect(headers)), 'nobody');
});

import test from 'ava';
import { getIntrospectionQuery } from 'graphql';
import { io } from 'socket.io-client';
import { LiveTail } from '../../../collector/domain/traffic/live/live-tail.ts';
import { graphqlAdmission } from '../../../collector/graphql/admission.ts';
import { createGraphqlFace } from '../../../collector/graphql/graphql-routes.ts';
import { queryLimits } from '../../../collector/graphql/query-limits.ts';
import { TrustedProxies } from '../../../collector/http/client-address.ts';
import { noQuota } from '../../../collector/http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../../collector/http/limits/requests-of-callers.ts';
import { clientEvents } from '../../../collector/socket/client-events.ts';
import { createSocketFace } from '../../../collector/socket/socket-face.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { BlockLedger } from '../../support/loads/block-ledger.ts';
import { startSender } from '../../support/loads/start-sender.ts';
import { createTestMeter } from '../../support/meter.ts';
import { silentLog } from '../../support/silent-log.ts';
import { serveFace } from '../../support/socket/serve-face.ts';
import { until } from '../../support/until.ts';

/** Octets of a message, less what frames it. */
const messageBytes = 16_000;
const domains = (length: number): unknown[] =>
  ['a', 'a.', 'xn--a.', 'ж', '\u0301', '-', ' ', '@a.', 'https://a:@'].map((text) => ({
    domain: text.repeat(length / Buffer.byteLength(text)),
  }));
const filters = (length: number): unknown[] => [
  { domain: 'a.'.repeat(length / 2) },
  { client: ':'.repeat(length) },
  { client: '1.'.repeat(length / 2) },
  { name: 'xn--a.'.repeat(length / 6) },
  { suffix: 'ж'.repeat(length / 2) },
  { types: Array.from({ length: length / 10 }, () => 'A,AAAA') },
  Array.from({ length: length / 2 }, () => 0),
];
const deep = (length: number): unknown => JSON.parse('['.repeat(length / 8) + ']'.repeat(length / 8));
const fromNothing: unknown[] = [undefined, deep(messageBytes), 'a'.repeat(messageBytes)];

/** What costs most of each event that a client may send. */
const costlyEvents: Readonly<Record<string, readonly unknown[]>> = {
  subscribe_domain: domains(messageBytes),
  unsubscribe_domain: domains(messageBytes),
  subscribe_queries: filters(messageBytes),
  unsubscribe_queries: fromNothing,
  subscribe_ct_logs: fromNothing,
  subscribe_dns_changes: fromNothing,
  subscribe_threat_feed: fromNothing,
  request_stats: fromNothing,
  ping: fromNothing,
};

test('nobody waits long for any event of a client, whatever it says', async (t) => {
  t.timeout(180_000);
  t.deepEqual(Object.keys(costlyEvents).sort(), clientEvents.toSorted(), 'each event is tried');
  const world = new FakeWorld();
  const { account } = await world.addAccount('ada@example.com');
  await world.addLocation(account.id, 'Office');
  const meter = createTestMeter();
  const face = createSocketFace({
    sessions: noSessions,
    authenticate: async () => ({
      kind: 'account',
      accountId: account.id,
      tier: 'free',
      administrator: false,
      keyId: 1,
      personId: null,
      role: 'owner',
      session: null,
    }),
    trustedProxies: new TrustedProxies([]),
    corsOrigins: [],
    statistics: async () => ({
      total_domains: null,
      total_scans_today: null,
      active_monitors: null,
      ct_logs_today: null,
    }),
    live: {
      locations: world.locations,
      addressNotes: world.addresses.addressNotes,
      tail: new LiveTail({ meter, clock: Date }),
    },
    clock: Date,
    log: silentLog,
    meter,
  });
  const url = await serveFace(t, face);
  const ledger = new BlockLedger();
  const connected = async () => {
    const socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: 'key' },
    });
    await until(() => socket.connected);
    return socket;
  };
  // The first connection loads what all others use.
  (await connected()).close();
  for (const [event, payloads] of Object.entries(costlyEvents)) {
    // One connection may send so many events at once and no more.
    const socket = await connected();
    for (const [index, payload] of payloads.entries()) {
      const run = async () => {
        const answer = await socket.timeout(20_000).emitWithAck(event, payload);
        return answer?.error === undefined ? 'done' : 'refused';
      };
      await ledger.judge(t, { what: `${event} ${index}`, run });
    }
    // As many as are taken at once, in one packet each, and as many again that are refused.
    const burst = async () => {
      for (let time = 0; time < 100; time++) socket.emit(event, payloads[0]);
      await socket.timeout(20_000).emitWithAck('ping');
      return 'done';
    };
    await ledger.judge(t, { what: `a hundred of ${event}`, run: burst });
    socket.close();
  }
  ledger.tell(t);
});

/** Documents of the length that is taken, or of as many words: what parsing, validating and measuring may take long for. */
function costlyDocuments(): Readonly<Record<string, object>> {
  const bytes = 60_000;
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ');
  const chain = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `fragment f${index} on Domain { ...f${index + 1} ...f${index + 1} }`,
    ).join(' ');
  const wide = `{ domains { ${'domain '.repeat(3_900)}} }`;
  return {
    'deep selections': { query: '{a'.repeat(1_300) + '}'.repeat(1_300) },
    'depth at its limit': { query: '{ domains '.repeat(queryLimits.depth) + '}'.repeat(queryLimits.depth) },
    'deep lists of arguments': {
      query: `{ domain(domain: ${'['.repeat(1_900)}${']'.repeat(1_900)}) { domain } }`,
    },
    'one field over and over': { query: wide },
    aliases: { query: `{ ${fields(1_200)} }` },
    'aliases at their limit': { query: `{ ${fields(queryLimits.aliases)} }` },
    'fragments that double': {
      query: `{ domains { ...f0 } } ${chain(400)} fragment f400 on Domain { domain }`,
    },
    'fragments in circles': {
      query: `{ domains { ...f0 } } ${chain(400)} fragment f400 on Domain { ...f0 }`,
    },
    'fragments that conflict': {
      query: `{ ${Array.from({ length: 120 }, (_, index) => `domains { ...g${index} }`).join(' ')} } ${Array.from(
        { length: 120 },
        (_, index) => `fragment g${index} on Domain { domain dnssecEnabled spfValid }`,
      ).join(' ')}`,
    },
    'inline fragments': {
      query: `{ domains ${'{ ... on Domain '.repeat(1_000)}{ domain }${' }'.repeat(1_000)} }`,
    },
    directives: { query: `{ domains ${'@skip(if: false) '.repeat(600)}{ domain } }` },
    'unknown directives': { query: `{ domains ${'@x '.repeat(1_900)}{ domain } }` },
    'unknown fields': {
      query: `{ ${Array.from({ length: 1_500 }, (_, index) => `domainx${index}`).join(' ')} }`,
    },
    'unknown arguments': {
      query: `{ domains(${Array.from({ length: 900 }, (_, index) => `limi${index}: 1`).join(' ')}) { domain } }`,
    },
    operations: {
      query: Array.from({ length: 900 }, (_, index) => `query q${index} {__typename}`).join(' '),
    },
    variables: {
      query: `query q(${Array.from({ length: 700 }, (_, index) => `$v${index}: Int`).join(' ')}) { __typename }`,
      variables: Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`v${index}`, 'no number'])),
    },
    'a long text': { query: `{ domain(domain: "${'a.'.repeat(bytes / 2)}") { domain } }` },
    'a long text in a block': { query: `{ domain(domain: """${'\\n  a'.repeat(bytes / 5)}""") { domain } }` },
    'a long number': { query: `{ domains(limit: ${'9'.repeat(bytes)}) { domain } }` },
    'a long name': { query: `{ ${'a'.repeat(bytes)} }` },
    'a long variable': {
      query: 'query q($d: String!) { domain(domain: $d) { domain } }',
      variables: { d: 'xn--a.'.repeat(bytes / 6) },
    },
    comments: { query: `${'#\n'.repeat(bytes / 3)}{ __typename }` },
    blanks: { query: `${' ,'.repeat(bytes / 2)}{ __typename }` },
    signs: { query: '{'.repeat(bytes) },
    'no document': { query: '\u0000'.repeat(8_000) },
    introspection: { query: getIntrospectionQuery() },
    'introspection without an end': {
      query: `{ __schema { types ${'{ fields { type '.repeat(100)}{ name }${' } }'.repeat(100)} } }`,
    },
  };
}

test('nobody waits long for any document of GraphQL', async (t) => {
  t.timeout(180_000);
  const world = new FakeWorld();
  const underWay = new RequestsOfCallers(200);
  const face = await createGraphqlFace({
    ports: { ...world.ports, ...world.scans.ports },
    log: silentLog,
    explorer: false,
    timeLimit: 60_000,
    ...graphqlAdmission({
      sessions: noSessions,
      authenticate: async () => undefined,
      quota: noQuota,
      underWay,
    }),
  });
  t.teardown(() => face.stop());
  const api = await startTestApi(t, { world, parts: { systemRoutes: face.routes, underWay } });
  const send = startSender(t);
  const ask = (document: object) =>
    send(`${api.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
  // What executes is loaded with the first.
  for (let time = 0; time < 3; time++) await ask({ query: '{ domains { domain } }' });
  const ledger = new BlockLedger();
  for (const [what, document] of Object.entries(costlyDocuments())) {
    const status = Number(await ledger.judge(t, { what, run: () => ask(document) }));
    t.true([200, 400, 413].includes(status), `${what}: ${status}`);
  }
  ledger.tell(t);
});

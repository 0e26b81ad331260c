import { emptyLedger } from '@sonde/shared/batch/empty-ledger.ts';
import { untreated } from '@sonde/shared/batch/metadata.ts';
import test, { type ExecutionContext } from 'ava';
import { gatherThreats } from '../../../collector/domain/detection/cases/gather-threats.ts';
import { makeKey } from '../../../collector/domain/people/access/api-key.ts';
import { KeyAuthentication } from '../../../collector/domain/people/access/key-authentication.ts';
import { graphqlAdmission } from '../../../collector/graphql/admission.ts';
import { createGraphqlFace } from '../../../collector/graphql/graphql-routes.ts';
import { noQuota } from '../../../collector/http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../../collector/http/limits/requests-of-callers.ts';
import { type KeyBounds, noBounds } from '../../../collector/ports/accounts/key-bounds.ts';
import { factKinds } from '../../../shared/batch/row-facts.ts';
import { loadText } from '../../support/datasets/load-text.ts';
import { addSighting } from '../../support/fakes/threats/sightings.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi, testSettings } from '../../support/http/http.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { sampleRow } from '../../support/ingest/uploads.ts';
import { silentLog } from '../../support/silent-log.ts';
import { systemRandom } from '../../support/system-random.ts';

type Shown = Record<string, unknown>;
interface Page {
  readonly count: number;
  readonly items: Shown[];
  readonly nextCursor?: string | null;
}
interface Answer {
  readonly data?: Record<string, Page | null> | null;
  readonly errors?: { message: string; extensions: { code: string; details?: { path: string }[] } }[];
}

async function setUp(t: ExecutionContext) {
  const world = new FakeWorld();
  const underWay = new RequestsOfCallers(200);
  const face = await createGraphqlFace({
    ports: { ...world.ports, ...world.scans.ports },
    log: silentLog,
    explorer: false,
    timeLimit: testSettings.timeLimit,
    ...graphqlAdmission({
      authenticate: new KeyAuthentication({ apiKeys: world.apiKeys, accounts: world.accounts, clock: Date })
        .authenticate,
      sessions: noSessions,
      quota: noQuota,
      underWay,
    }),
  });
  t.teardown(() => face.stop());
  const api = await startTestApi(t, { world, parts: { systemRoutes: face.routes, underWay } });
  const ask = async (query: string, key?: string) =>
    (await api.send('POST', '/graphql', { query }, key)).body as Answer;
  const ada = await world.addAccount('ada@example.com');
  const office = await world.addLocation(ada.account.id, 'Office');
  const eve = await world.addAccount('eve@example.com');
  return { world, api, ask, ada, office, eve };
}

const questions = [
  '{ queries { count } }',
  '{ threats { count } }',
  '{ threat(id: 1) { id } }',
  '{ locations { count } }',
  '{ agents { count } }',
  '{ resolvers { count } }',
];

test('nobody without an account may ask, nor a key of a sender', async (t) => {
  const { ask, office } = await setUp(t);
  for (const question of questions) {
    for (const [key, code] of [
      [undefined, 'CREDENTIAL_REQUIRED'],
      [office.key, 'SCOPE_INSUFFICIENT'],
    ] as const) {
      const { data, errors } = await ask(question, key);
      t.is(errors?.[0]?.extensions.code, code, question);
      t.true(data === null || data === undefined || Object.values(data).every((value) => value === null));
    }
  }
});

test('all that REST shows of queries, threats, cases, locations, agents and resolvers is there', async (t) => {
  const { world, api, ask, ada, office } = await setUp(t);
  // Every field that is an object needs one, or REST does not show what it has.
  const facts = [
    { kind: factKinds.interface, value: 'eth0' },
    { kind: factKinds.queryRecord, value: '2 1 300 1 new.example 192.0.2.9' },
    { kind: factKinds.malformedQuery, value: 'name_too_long' },
    { kind: factKinds.queryOctets, value: '00ff' },
    { kind: factKinds.malformedResponse, value: 'name_too_long' },
    { kind: factKinds.responseOctets, value: '00fe' },
  ];
  const row = { ...sampleRow(), facts, locationId: office.id, agentId: 3 };
  world.stored.add({ ...row, observedAt: Date.now() * 1_000 });
  const threat = await addSighting(world.threats, office.id);
  await world.cases.gather(gatherThreats);
  const told = { version: 3, serial: 7, refusedVersion: 2, notEnforced: 0 };
  await world.resolvers.recordPolicy((await world.addResolver(ada.account.id)).id, told);
  const agentId = await world.agents.identify({
    locationId: office.id,
    uuid: 'a0a0a0a0-0000-4000-8000-000000000001',
    software: 'sonde-agent 1',
    host: 'sensor.example',
  });
  const day = new Date();
  world.ledgers.all.push({
    ...{ agentId, runId: 'b0b0b0b0-0000-4000-8000-000000000001', firstSeenAt: day, lastSeenAt: day },
    ...{ firstSequence: 1, lastSequence: 10, batches: 8, missing: 2, rows: 100, rejectedRows: 1 },
    metadata: {
      ...{ software: 'sonde-agent 1', host: 'sensor.example', inputs: ['eth0'], ledger_at: 1 },
      ledger: emptyLedger,
      treatment: untreated,
    },
  });
  world.ledgers.gaps = [{ from: 4, to: 5 }];
  const rest = async (path: string, list: string) => (await api.get(path, ada.key)).body[list] as Shown[];
  for (const [field, path, list] of [
    ['queries', '/api/v1/dns-monitoring/queries', 'queries'],
    ['threats', '/api/v1/dns-monitoring/threats', 'threats'],
    ['cases', '/api/v1/dns-monitoring/cases', 'cases'],
    ['locations', '/api/v1/dns-monitoring/locations', 'locations'],
    ['agents', '/api/v1/dns-monitoring/agents', 'agents'],
    ['resolvers', '/api/v1/unbound/resolvers', 'resolvers'],
  ] as const) {
    const expected = await rest(path, list);
    t.true(expected.length > 0, path);
    const { data, errors } = await ask(
      `{ ${field} { count items { ${selection(expected[0]!)} } } }`,
      ada.key,
    );
    t.is(errors, undefined, JSON.stringify(errors));
    t.is(data?.[field]?.count, expected.length);
    t.deepEqual(data?.[field]?.items, expected.map(inCamelCase) as Shown[], field);
  }
  const { data } = await ask(`{ threat(id: ${threat.id}) { subject queries { queryName } } }`, ada.key);
  t.like(data?.threat, { subject: 'bad.example', queries: [] });

  await loadText(world.addresses.datasets, 'as-table', '192.0.2.0/24 64500 Example\n');
  const note = 'addresses { ip asn asnName country isHosting isVpn isTor isRelay isAnycast }';
  const noted = await ask(`{ threats { ${note} } threat(id: ${threat.id}) { ${note} } }`, ada.key);
  const expected = (await rest('/api/v1/dns-monitoring/threats', 'addresses')).map(inCamelCase);
  t.like(expected[0], { ip: '192.0.2.7', asn: 64_500, asnName: 'Example', country: null });
  t.deepEqual(noted.data, { threats: { addresses: expected }, threat: { addresses: expected } } as never);
});

test("what is another account's is unknown", async (t) => {
  const { world, ask, office, eve } = await setUp(t);
  world.stored.add({ ...sampleRow(), locationId: office.id, agentId: 3, observedAt: Date.now() * 1_000 });
  const threat = await addSighting(world.threats, office.id);
  for (const question of questions.filter((text) => !text.includes('threat(')))
    t.deepEqual(Object.values((await ask(question, eve.key)).data ?? {}), [{ count: 0 } as Page], question);
  for (const question of [
    `{ threat(id: ${threat.id}) { id } }`,
    `{ threats(locationId: ${office.id}) { count } }`,
    `{ queries(locationId: ${office.id}) { count } }`,
    `{ agents(locationId: ${office.id}) { count } }`,
  ]) {
    const { errors } = await ask(question, eve.key);
    t.is(errors?.[0]?.extensions.code, 'NOT_FOUND', question);
  }
});

test('pages and conditions are those of REST, and so are their refusals', async (t) => {
  const { world, ask, ada, office } = await setUp(t);
  for (const queryName of ['a.example', 'b.example', 'c.example'])
    world.stored.add({
      ...sampleRow(),
      queryName,
      locationId: office.id,
      agentId: 3,
      observedAt: (Date.now() - 1_000) * 1_000,
    });
  const first = await ask('{ queries(limit: 2) { count nextCursor items { queryName } } }', ada.key);
  t.is(first.data?.queries?.items.length, 2, JSON.stringify(first));
  const cursor = JSON.stringify(first.data?.queries?.nextCursor);
  const rest = await ask(
    `{ queries(limit: 2, cursor: ${cursor}) { nextCursor items { queryName } } }`,
    ada.key,
  );
  t.is(rest.data?.queries?.items.length, 1);
  t.is(rest.data?.queries?.nextCursor, null);
  const named = await ask('{ queries(name: "!b.example,!c.example") { items { queryName } } }', ada.key);
  t.deepEqual(named.data?.queries?.items, [{ queryName: 'a.example' }]);
  for (const [question, path] of [
    ['{ queries(limit: 1001) { count } }', 'limit'],
    ['{ queries(limit: 0) { count } }', 'limit'],
    ['{ queries(period: "yesterday") { count } }', 'period'],
    ['{ queries(client: "nobody") { count } }', 'client'],
    ['{ threats(severity: "awful") { count } }', 'severity'],
    ['{ threats(locationId: 1.5) { count } }', 'location_id'],
    ['{ agents(runs: 21) { count } }', 'runs'],
    ['{ agents(limit: 1001) { count } }', 'limit'],
    ['{ resolvers(offset: -1) { count } }', 'offset'],
  ]) {
    const { errors } = await ask(question!, ada.key);
    t.is(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', `${question}: ${JSON.stringify(errors)}`);
    t.is(errors?.[0]?.extensions.details?.[0]?.path, path);
  }
});

test('the lists count for what a document may ask for', async (t) => {
  const { ask, ada } = await setUp(t);
  for (const question of [
    '{ queries(limit: 1000) { items { records { name type ttl data section } } } }',
    'query ($n: Int) { threats(limit: $n) { items { id subject severity status owner message source clientIp clients queryName firstSeen lastSeen count technique evidence locationId threatType resolvedAt resolutionNote reopenedAt reopeningNote } } }',
    '{ agents(limit: 100, runs: 20) { items { runs { missing { from to } } } } }',
    `{ ${Array.from({ length: 6 }, (_, index) => `a${index}: queries(limit: 1) { count }`).join(' ')} }`,
  ]) {
    const { data, errors } = await ask(question, ada.key);
    t.is(data, undefined);
    t.regex(errors?.[0]?.message ?? '', /too much at once/, question);
  }
  t.is((await ask('{ agents { items { runs { missing { from to } } } } }', ada.key)).errors, undefined);
});

/** Everything of an object in the words of GraphQL; objects of any shape have no fields of their own. */
function selection(object: Shown): string {
  return Object.entries(object)
    .map(([name, value]) => {
      if (name === 'edns' && value === null) return 'edns { version }';
      const inner = Array.isArray(value) ? value[0] : value;
      const hasFields = typeof inner === 'object' && inner !== null && !anyShape.includes(name);
      return `${camelCase(name)}${hasFields ? ` { ${selection(inner as Shown)} }` : ''}`;
    })
    .join(' ');
}

const anyShape = ['evidence', 'ledger', 'treatment'];

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      camelCase(name),
      anyShape.includes(name) ? inner : inCamelCase(inner),
    ]),
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

test('a narrowed key is refused what it is not for', async (t) => {
  const { world, ask, ada, office } = await setUp(t);
  const keyOf = async (bounds: Partial<KeyBounds>) => {
    const { key, prefix, hash } = makeKey('account', systemRandom);
    const scope = { kind: 'account' } as const;
    const accountId = ada.account.id;
    await world.apiKeys.create({
      accountId,
      scope,
      prefix,
      hash,
      label: '',
      bounds: { ...noBounds, ...bounds },
    });
    return key;
  };
  const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code;
  const families = await keyOf({ families: ['Domains'] });
  for (const question of questions)
    t.is(codeOf(await ask(question, families)), 'FAMILY_INSUFFICIENT', question);
  t.is(codeOf(await ask('{ domains { domain } }', families)), undefined);
  for (const question of [
    '{ ipScanHistory(ip: "192.0.2.1") { ip } }',
    'mutation { scanIpAddress(ip: "192.0.2.1") { success } }',
    '{ nameHistory(name: "a.eth") { resolved } }',
  ]) {
    t.is(codeOf(await ask(question, families)), 'FAMILY_INSUFFICIENT', question);
  }
  const locations = await keyOf({ locationIds: [office.id] });
  t.is(codeOf(await ask(`{ threats(locationId: ${office.id}) { count } }`, locations)), undefined);
  t.is(codeOf(await ask('{ threats { count } }', locations)), 'LOCATION_INSUFFICIENT');
  t.is(codeOf(await ask('{ resolvers { count } }', locations)), 'LOCATION_INSUFFICIENT');
  t.is((await ask('{ locations { count } }', locations)).data?.locations?.count, 1);
  const elsewhere = await keyOf({ networks: ['192.0.2.0/24'] });
  t.is(((await ask('{ domains { domain } }', elsewhere)) as { code?: string }).code, 'network_insufficient');
});

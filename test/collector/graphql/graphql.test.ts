import test, { type ExecutionContext } from 'ava';
import { getIntrospectionQuery } from 'graphql';
import { graphqlAdmission } from '../../../collector/graphql/admission.ts';
import { createGraphqlFace } from '../../../collector/graphql/graphql-routes.ts';
import { queryLimits } from '../../../collector/graphql/query-limits.ts';
import { noQuota } from '../../../collector/http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../../collector/http/limits/requests-of-callers.ts';
import { StoreError } from '../../../collector/ports/system/store-error.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: { message: string; path?: string[]; extensions: { code: string } }[];
}

async function setUp(t: ExecutionContext, list?: () => Promise<never>, timeLimit = 10_000) {
  const world = new FakeWorld();
  const log = createRecordingLog();
  const underWay = new RequestsOfCallers(2);
  const face = await createGraphqlFace({
    ports: {
      ...world.ports,
      ...world.scans.ports,
      ...(list === undefined ? {} : { accountAdministration: { list } }),
    },
    log,
    explorer: true,
    timeLimit,
    ...graphqlAdmission({
      sessions: noSessions,
      authenticate: async (key) => (key === 'good' ? { kind: 'anonymous', address: '192.0.2.1' } : undefined),
      quota: noQuota,
      underWay,
    }),
  });
  t.teardown(() => face.stop());
  const api = await startTestApi(t, { world, parts: { systemRoutes: face.routes, underWay } });
  const ask = async (query: string, variables?: object, key?: string) => {
    const answer = await api.send('POST', '/graphql', { query, variables }, key);
    return { ...answer, body: answer.body as Answer };
  };
  return { api, world, log, ask };
}

test('statistics tell what is known', async (t) => {
  const { ask, world } = await setUp(t);
  await world.addAccount('ada@example.com');
  await world.scans.addScan('example.com', { summary: { dnssecEnabled: true, sslValid: false } });
  const { status, body } = await ask(
    '{ statistics { totalUsers totalDomains totalIpScans dnssecEnabledCount sslValidCount } }',
  );
  t.is(status, 200);
  t.deepEqual(body.data?.statistics, {
    totalUsers: 1,
    totalDomains: 1,
    totalIpScans: 0,
    dnssecEnabledCount: 1,
    sslValidCount: 0,
  });
});

test('every operation of the interface is in the schema, with its arguments and fields', async (t) => {
  const { ask } = await setUp(t);
  const domain =
    'domain dnssecEnabled dnssecValid spfValid spfRecord dmarcValid dmarcPolicy sslValid sslIssuer sslExpiry dnsRecords { name type value ttl }';
  const address = `ip ipVersion isPrivate scanTimestamp
    geolocation { country region city latitude longitude timezone }
    network { asn asnName organization isp hostname isVpn isProxy isTor isHosting }
    bgp { prefix originAsn asPath isAnnounced rpkiStatus }
    reputation { abuseConfidenceScore totalReports lastReported isWhitelisted blacklistHits }`;
  for (const operation of [
    `query { domain(domain: "example.com") { ${domain} } }`,
    'query { domains(limit: 5, offset: 1) { domain dnssecEnabled createdAt } }',
    'query { searchDomains(query: "exa", limit: 5) { domain dnssecEnabled spfValid } }',
    `query { ipAddress(ip: "192.0.2.1") { ${address} } }`,
    'query { ipScanHistory(ip: "192.0.2.1", limit: 5) { ip scanTimestamp geolocation { country } } }',
    `query { certificate(domain: "example.com") { domain issuer subject validFrom validUntil serialNumber isValid isExpired daysUntilExpiry } }`,
    'query { expiringCertificates(days: 5) { domain validUntil daysUntilExpiry issuer } }',
    `mutation { scanDomain(domain: "example.com", checkSsl: true) { success domain { ${domain} } } }`,
    `mutation { scanIpAddress(ip: "192.0.2.1", fullScan: false) { success ipAddress { ${address} } } }`,
  ]) {
    const { status, body } = await ask(operation);
    t.is(status, 200, `${operation}: ${JSON.stringify(body)}`);
    t.is(body.errors, undefined, JSON.stringify(body));
  }
});

test('without any source what is told of an address is null, and nothing fails', async (t) => {
  const { ask } = await setUp(t);
  const told = 'ip geolocation { country } network { asn isTor } bgp { prefix rpkiStatus }';
  for (const operation of [
    `query { ipAddress(ip: "1.2.3.4") { ${told} } }`,
    'query { ipScanHistory(ip: "1.2.3.4", limit: 5) { ip geolocation { country } } }',
    `mutation { scanIpAddress(ip: "1.2.3.4", fullScan: true) { success ipAddress { ${told} } } }`,
  ]) {
    const { status, body } = await ask(operation);
    t.is(status, 200, operation);
    t.is(body.errors, undefined, JSON.stringify(body));
    t.notRegex(JSON.stringify(body.data), /"(?:country|asn|isTor|prefix|rpkiStatus)":[^n]/, operation);
  }
});

test('documents beyond the limits are refused before anything runs', async (t) => {
  const { ask } = await setUp(t);
  const aliases = Array.from({ length: queryLimits.aliases + 1 }, (_, index) => `a${index}: __typename`).join(
    ' ',
  );
  let fragments = 'fragment f0 on Domain { domain }';
  for (let index = 1; index <= 20; index++) {
    fragments += ` fragment f${index} on Domain { ...f${index - 1} ...f${index - 1} }`;
  }
  for (const query of [
    `{ ${aliases} }`,
    '{ domains(limit: 1000000) { domain dnssecEnabled } }',
    `{ domains { ...f20 } } ${fragments}`,
    'query ($n: Int) { domains(limit: $n) { dnsRecords { name type value ttl } domain spfValid spfRecord dmarcValid dmarcPolicy sslValid sslIssuer sslExpiry dnssecValid dnssecEnabled createdAt a: domain b: domain c: domain d: domain } }',
  ]) {
    const { status, body } = await ask(query);
    t.is(status, 400, query.slice(0, 60));
    t.true(
      body.errors?.some((error) => /at most|too much|too large/.test(error.message)),
      JSON.stringify(body),
    );
  }
});

test('the introspection query passes, and a cycle of fragments is refused', async (t) => {
  const { ask } = await setUp(t);
  const introspected = await ask(getIntrospectionQuery());
  t.is(introspected.status, 200, introspected.text);
  const cycle = await ask('{ domains { ...a } } fragment a on Domain { ...b } fragment b on Domain { ...a }');
  t.is(cycle.status, 400);
});

test('a form of another page, a batch, a large body and a bad key are refused', async (t) => {
  const { api, ask } = await setUp(t);
  const post = (body: string, type: string) =>
    api.request('/graphql', { method: 'POST', headers: { 'content-type': type }, body });
  t.is((await post('{"query":"{__typename}"}', 'text/plain')).status, 415);
  t.is((await post('query=%7B__typename%7D', 'application/x-www-form-urlencoded')).status, 415);
  t.is((await post('[{"query":"{__typename}"}]', 'application/json')).status, 400);
  t.is((await post('{', 'application/json')).status, 400);
  t.is((await post(JSON.stringify({ query: 'x'.repeat(100_000) }), 'application/json')).status, 413);
  t.is((await ask('{ __typename }', undefined, 'bad')).status, 401);
  t.is((await ask('{ __typename }', undefined, 'good')).status, 200);
  t.is((await ask('{ nonsense }')).status, 400);
});

test('a document is bounded in words, and one that subscribes is refused', async (t) => {
  const { ask, log } = await setUp(t);
  for (const [query, code] of [
    [`{ ${'a '.repeat(queryLimits.tokens)} }`, 'GRAPHQL_PARSE_FAILED'],
    [`{ domain(domain: ${'['.repeat(20_000)}${']'.repeat(20_000)}) { domain } }`, 'GRAPHQL_PARSE_FAILED'],
    ['subscription { threats }', 'GRAPHQL_VALIDATION_FAILED'],
  ] as const) {
    const { status, body, text } = await ask(query);
    t.is(status, 400, text);
    t.is(body.errors?.[0]?.extensions.code, code);
    t.notRegex(text, /stack/);
  }
  t.false(log.lines.some(({ level }) => level === 'error'));
});

test('what takes too long is given up, and a caller has so many under way', async (t) => {
  const hold = Promise.withResolvers<never>();
  const { ask, log } = await setUp(t, () => hold.promise, 4_000);
  const question = '{ statistics { totalUsers } }';
  const answers = await Promise.all([ask(question), ask(question), ask(question)]);
  t.deepEqual(answers.map(({ status }) => status).sort(), [429, 504, 504]);
  hold.reject(new Error('too late for anyone'));
  t.false(log.lines.some(({ level }) => level === 'error'));
});

test('a store that is away is told from a fault, and neither tells more than that', async (t) => {
  for (const [error, code, lines] of [
    [new StoreError('unavailable', 'password of db.internal'), 'STORE_UNAVAILABLE', 0],
    [new TypeError('secret detail'), 'INTERNAL_SERVER_ERROR', 1],
  ] as const) {
    const { ask, log } = await setUp(t, () => Promise.reject(error));
    const { body, text } = await ask('{ statistics { totalUsers } }');
    t.is(body.errors?.[0]?.extensions.code, code);
    t.notRegex(text, /secret|internal\b|stack/);
    t.is(log.lines.filter((line) => line.level === 'error').length, lines);
  }
});

test('the explorer comes from this server alone', async (t) => {
  const { api } = await setUp(t);
  const page = await api.get('/graphql');
  t.is(page.status, 200);
  t.regex(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
  t.true(sources.some((source) => source.endsWith('.js')));
  for (const source of sources) {
    t.notRegex(source, /^(https?:)?\/\//);
    if (/\.(js|css)$/.test(source)) {
      const path = new URL(source, 'http://x/graphql/explorer/').pathname;
      t.is((await api.request(path, {})).status, 200, path);
    }
  }
});

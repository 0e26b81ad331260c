import test, { type ExecutionContext } from 'ava';
import { graphqlAdmission } from '../../../collector/graphql/admission.ts';
import { createGraphqlFace } from '../../../collector/graphql/graphql-routes.ts';
import { noQuota } from '../../../collector/http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../../collector/http/limits/requests-of-callers.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { offlineWorld } from '../../support/scans/offline-world.ts';
import { recordedDns } from '../../support/scans/recorded-dns.ts';
import { samplePart } from '../../support/scans/sample-scan.ts';
import { silentLog } from '../../support/silent-log.ts';

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: { message: string; extensions: { code: string; retryAfter?: number } }[];
}

const dayMilliseconds = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMilliseconds + 3_600_000).toISOString();

async function setUp(t: ExecutionContext) {
  const world = new FakeWorld();
  const underWay = new RequestsOfCallers(200);
  const face = await createGraphqlFace({
    ports: { ...world.ports, ...world.scans.ports },
    log: silentLog,
    explorer: false,
    timeLimit: 10_000,
    ...graphqlAdmission({
      authenticate: async () => undefined,
      sessions: noSessions,
      quota: noQuota,
      underWay,
    }),
  });
  t.teardown(() => face.stop());
  const api = await startTestApi(t, { world, parts: { systemRoutes: face.routes, underWay } });
  const ask = async (query: string) => (await api.send('POST', '/graphql', { query })).body as Answer;
  return { world, scans: world.scans, ask };
}

function certificate(days: number) {
  return {
    issuer: 'CN=Authority',
    subject: 'CN=example.com',
    serialNumber: '0A',
    validFrom: '2025-01-01T00:00:00.000Z',
    validUntil: inDays(days),
    fingerprint: 'ab',
  };
}

test('a domain, its certificate and its records are what the latest scan says', async (t) => {
  const { scans, ask } = await setUp(t);
  const records = {
    exists: true,
    recordSets: [{ name: 'example.com', type: 'A', ttl: 60, values: ['192.0.2.1'], truncated: false }],
  };
  await scans.addScan('example.com', {
    parts: { records: samplePart({ result: records }) },
    summary: { spfValid: true, spfRecord: 'v=spf1 -all', sslValid: true, certificate: certificate(20) },
  });
  const { data } = await ask(`{
    domain(domain: " EXAMPLE.com. ") { domain spfValid spfRecord dmarcValid sslIssuer dnsRecords { name type value ttl } }
    certificate(domain: "example.com") { issuer isValid isExpired daysUntilExpiry serialNumber }
    unknown: domain(domain: "example.org") { domain }
    none: certificate(domain: "example.org") { issuer }
  }`);
  t.deepEqual(JSON.parse(JSON.stringify(data)), {
    domain: {
      domain: 'example.com',
      spfValid: true,
      spfRecord: 'v=spf1 -all',
      dmarcValid: null,
      sslIssuer: 'CN=Authority',
      dnsRecords: [{ name: 'example.com', type: 'A', value: '192.0.2.1', ttl: 60 }],
    },
    certificate: {
      issuer: 'CN=Authority',
      isValid: true,
      isExpired: false,
      daysUntilExpiry: 20,
      serialNumber: '0A',
    },
    unknown: null,
    none: null,
  });
});

test('lists page and search, and certificates that end come first', async (t) => {
  const { scans, ask } = await setUp(t);
  for (const [index, domain] of ['a.example', 'b.example', 'c.test'].entries()) {
    await scans.addScan(domain, { summary: { certificate: certificate(40 - 20 * index) } });
  }
  const { data } = await ask(`{
    domains(limit: 2, offset: 1) { domain createdAt }
    searchDomains(query: "EXAMPLE", limit: 1) { domain }
    expiringCertificates(days: 30) { domain daysUntilExpiry issuer }
  }`);
  t.like(data, {
    domains: [{ domain: 'b.example' }, { domain: 'c.test' }],
    searchDomains: [{ domain: 'a.example' }],
    expiringCertificates: [
      { domain: 'c.test', daysUntilExpiry: 0 },
      { domain: 'b.example', daysUntilExpiry: 20 },
    ],
  });
});

test('however many domains an answer has, the store is asked once for what they need', async (t) => {
  const { scans, ask } = await setUp(t);
  let questions = 0;
  const { findAll } = scans.trackedDomains;
  scans.trackedDomains.findAll = (...given) => {
    questions++;
    return findAll.apply(scans.trackedDomains, given);
  };
  for (let index = 0; index < 20; index++) await scans.addScan(`d${index}.example`);
  const { data, errors } = await ask('{ domains { domain dnsRecords { value } } }');
  t.is(errors, undefined);
  t.is((data?.domains as unknown[] | undefined)?.length, 20);
  t.is(questions, 1);
  questions = 0;
  await ask(
    `{ ${Array.from({ length: 15 }, (_, index) => `d${index}: domain(domain: "d${index}.example") { domain }`).join('\n')} }`,
  );
  t.is(questions, 1);
});

test('a domain is scanned, for as much as a caller may ask in a short time', async (t) => {
  const { scans, ask } = await setUp(t);
  scans.openScan = (signal) =>
    offlineWorld(signal, recordedDns('example.com A 192.0.2.7\nexample.com TXT "v=spf1 -all"'));
  const { data } = await ask(
    'mutation { scanDomain(domain: "example.com") { success domain { domain spfRecord dnsRecords { type value } } } }',
  );
  t.like(data, {
    scanDomain: {
      success: true,
      domain: { domain: 'example.com', dnsRecords: [{ type: 'A', value: '192.0.2.7' }, { type: 'TXT' }] },
    },
  });
  const scan = (name: string) => `${name}: scanDomain(domain: "example.com") { success }`;
  const many = await ask(`mutation { ${['a', 'b', 'c', 'd', 'e', 'f'].map(scan).join('\n')} }`);
  t.regex(many.errors?.[0]?.message ?? '', /too much/);
});

test("what is no domain, and pages beyond their bounds, are the client's mistake", async (t) => {
  const { ask } = await setUp(t);
  for (const query of [
    '{ domain(domain: "https://example.com/") { domain } }',
    '{ certificate(domain: "a b") { issuer } }',
    '{ domains(limit: 0) { domain } }',
    '{ domains(offset: -1) { domain } }',
    '{ expiringCertificates(days: -1) { domain } }',
    'mutation { scanDomain(domain: "192.0.2.1") { success } }',
  ]) {
    const { errors } = await ask(query);
    t.deepEqual(
      errors?.map(({ extensions }) => extensions.code),
      ['BAD_USER_INPUT'],
      query,
    );
  }
});

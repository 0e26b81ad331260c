import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { checkCollector } from '../../../cli/doctor/check-collector.ts';
import {
  checkFeeds,
  checkLocations,
  checkRenewal,
  checkSensors,
  checkSinks,
  checkStore,
} from '../../../cli/doctor/check-parts.ts';
import { checkPort } from '../../../cli/doctor/check-port.ts';
import { checkTls } from '../../../cli/doctor/check-tls.ts';
import type { Finding } from '../../../cli/doctor/finding.ts';
import { type AgentReport, judgeAgent } from '../../../cli/doctor/judge-agent.ts';
import { createOverview, type Overview } from '../../../cli/doctor/overview.ts';
import { SondeClient } from '../../../client/sonde-client.ts';
import { certificateWarnings, diskWarnings } from '../../../collector/start/own-warnings.ts';
import { makeCertificate } from '../../support/certificates.ts';

/** A collector that answers so; what it is not asked for it has not. */
function clientOf(answers: Readonly<Record<string, unknown>>, asked: string[] = []): Overview {
  const call = async (name: string) => {
    asked.push(name);
    if (Object.hasOwn(answers, name)) return answers[name];
    throw new Error(`nobody answers ${name}`);
  };
  async function* items(name: string) {
    yield* (await call(name)) as unknown[];
  }
  return createOverview({ call, items } as unknown as SondeClient);
}

const now = () => new Date().toISOString();
const longAgo = () => new Date(Date.now() - 3_600_000).toISOString();
const status = {
  version: '0.2.0',
  backlog: { batches: 1, bytes: 10, lag_seconds: 0.2 },
  set_aside: { batches: 0, bytes: 0 },
  trouble: null,
};
const ledger = {
  packets_captured: 1_000,
  packets_dropped: {},
  messages_seen: 900,
  messages_dropped: {},
  rows_dropped: {},
};
const run = { missing_batches: 0, rejected_rows: 0, ledger };
const agent = {
  host: 'one',
  agent_id: 'a1',
  location_id: 1,
  software: 'sonde-agent 0.2.0',
  last_seen: now(),
  runs: [run],
};

const brief = (findings: readonly Finding[]) => findings.map(({ check, state }) => `${check} ${state}`);

test('the store: trouble, batches aside and a lag are found', async (t) => {
  const look = (change: object) =>
    checkStore(clientOf({ 'GET /api/v1/dns-monitoring/status': { ...status, ...change } }));
  t.deepEqual(brief(await look({})), ['store well']);
  t.deepEqual(brief(await look({ backlog: { ...status.backlog, lag_seconds: 300 } })), ['store odd']);
  const [aside] = await look({ set_aside: { batches: 2, bytes: 10 } });
  t.like(aside, {
    state: 'wrong',
    advice: 'sonde aside list says why, sonde aside retry --all takes them up again.',
  });
  const [trouble] = await look({ trouble: 'ClickHouse is away.' });
  t.regex(trouble?.advice ?? '', /ClickHouse is away/);
});

test('sensors: silent, older, losing ones and none at all are found, by their names', async (t) => {
  const look = async (...agents: object[]) =>
    checkSensors(
      clientOf({
        'GET /api/v1/dns-monitoring/agents': { agents },
        'GET /api/v1/dns-monitoring/status': status,
      }),
    );
  t.deepEqual(brief(await look(agent)), ['sensors well']);
  t.deepEqual(brief(await look()), ['sensors odd']);
  const silent = await look(agent, { ...agent, host: 'quiet', last_seen: longAgo() });
  t.deepEqual(brief(silent), ['sensors odd']);
  t.regex(silent[0]?.advice ?? '', /ten minutes: quiet\./);
  const versions = ['sonde-agent 0.1.9', 'sonde-resolver 0.2.0', 'sonde-agent 0.10.0', 'other 0.0.1'];
  const older = await look(...versions.map((software, index) => ({ ...agent, host: `h${index}`, software })));
  t.deepEqual(brief(older), ['sensors well', 'sensor versions odd']);
  t.regex(older[1]?.advice ?? '', /: h0\.$/);
  const losses = [
    { ...run, missing_batches: 1 },
    { ...run, rejected_rows: 1 },
    { ...run, ledger: { ...ledger, packets_dropped: { kernel: 20 } } },
    { ...run, ledger: { ...ledger, messages_dropped: { queue: 30 } } },
    { ...run, ledger: { ...ledger, rows_dropped: { spool: 1 } } },
  ];
  for (const lossy of losses)
    t.deepEqual(brief(await look({ ...agent, runs: [lossy] })), ['sensors well', 'sensor losses odd']);
  t.deepEqual(
    brief(
      await look({ ...agent, runs: [{ ...run, ledger: { ...ledger, packets_dropped: { kernel: 2 } } }] }),
    ),
    ['sensors well'],
  );
});

test('locations that nobody is heard from are named, and those that never were', async (t) => {
  const look = (agents: object[]) =>
    checkLocations(
      clientOf({
        'GET /api/v1/dns-monitoring/agents': { agents },
        'GET /api/v1/dns-monitoring/locations': [
          { id: 1, location_name: 'Office' },
          { id: 2, location_name: 'Shop' },
        ],
      }),
    );
  t.deepEqual(brief(await look([agent, { ...agent, location_id: 2 }])), ['locations well']);
  const [found] = await look([{ ...agent, last_seen: longAgo() }]);
  t.regex(found?.advice ?? '', /from Office, Shop \(never heard\)\./);
});

test('what several checks look at is asked for once', async (t) => {
  const asked: string[] = [];
  const overview = clientOf(
    {
      'GET /api/v1/dns-monitoring/agents': { agents: [agent] },
      'GET /api/v1/dns-monitoring/status': status,
      'GET /api/v1/dns-monitoring/locations': [{ id: 1, location_name: 'Office' }],
    },
    asked,
  );
  for (const check of [checkStore, checkSensors, checkLocations]) await check(overview);
  t.deepEqual(asked.toSorted(), [
    'GET /api/v1/dns-monitoring/agents',
    'GET /api/v1/dns-monitoring/locations',
    'GET /api/v1/dns-monitoring/status',
  ]);
});

test('a certificate that the collector does not get is told with the reason', async (t) => {
  const state = {
    source: 'acme',
    issuer: 'Authority',
    ends_at: '2026-05-01T00:00:00.000Z',
    renews_at: '2026-04-01T00:00:00.000Z',
    temporary: false,
    failures: 0,
    last_failure: null,
  };
  const look = async (change: object) =>
    (await checkRenewal(clientOf({ 'GET /api/admin/certificate': { ...state, ...change } })))[0];
  t.is(await look({ source: 'files' }), undefined);
  t.is(
    (await look({}))?.message,
    'The certificate of Authority expires on 2026-05-01 and is renewed on 2026-04-01.',
  );
  t.like(await look({ temporary: true }), { state: 'odd' });
  const failing = await look({ failures: 2, last_failure: 'It refuses.' });
  t.like(failing, {
    state: 'wrong',
    message: 'The authority issued no certificate 2 times in a row: It refuses.',
  });
});

test('feeds, datasets and sinks that fail are named with the reason', async (t) => {
  const feed = { id: 'urlhaus', is_enabled: true, status: 'active', note: null };
  const fetched = (feeds: object[], datasets: object[] = []) =>
    checkFeeds(
      clientOf({ 'GET /api/v1/threat-intel/feeds': { feeds }, 'GET /api/v1/datasets': { datasets } }),
    );
  t.deepEqual(brief(await fetched([feed, { ...feed, is_enabled: false, status: 'failed' }])), [
    'feeds well',
    'datasets well',
  ]);
  const failing = await fetched(
    [{ ...feed, status: 'failed', note: 'It answered 503.' }],
    [{ ...feed, status: 'degraded' }],
  );
  t.deepEqual(brief(failing), ['feeds odd', 'datasets odd']);
  t.regex(failing[0]?.advice ?? '', /^urlhaus: It answered 503\. sonde feeds lists them\.$/);

  const sink = { name: 'siem', state: 'up_to_date', lost: 0, last_error: null };
  const sinks = (...all: object[]) => checkSinks(clientOf({ 'GET /api/admin/sinks': { sinks: all } }));
  t.deepEqual(await sinks(), []);
  t.deepEqual(brief(await sinks(sink)), ['sinks well']);
  const [bad] = await sinks(
    { ...sink, state: 'failing', last_error: 'refused' },
    { ...sink, name: 'file', lost: 7 },
  );
  t.is(bad?.advice, 'siem: refused; file: 7 were removed before the sink received them (SONDE_SINK_BYTES).');
});

test('an agent of this machine: capture, shipping, clock and disk are judged by its own word', (t) => {
  const report: AgentReport = {
    ledger: { packets_captured: 10, rows_stored: 5 },
    inputs: [{ name: 'eth0', captured: 1_000, dropped: { kernel: 1 } }],
    delivery: {
      collectors: [{ url: 'https://sonde.example', condition: 'ready', clockAhead: 900 }],
      spool: { bytes: 1, maxBytes: 100 },
    },
  };
  const { delivery } = report;
  const judge = (change: Partial<AgentReport>) =>
    brief(judgeAgent({ ...report, ...change }, '/var/lib/sonde-agent', Date.parse('2026-11-24T12:00:00Z')));
  t.deepEqual(judge({}), ['agent well']);
  t.deepEqual(judge({ inputs: [{ name: 'eth9', captured: 0, dropped: {}, error: 'no such device' }] }), [
    'agent capture wrong',
  ]);
  t.deepEqual(judge({ inputs: [{ name: 'eth0', captured: 100, dropped: { kernel: 9 } }] }), [
    'agent capture odd',
  ]);
  const certificate = (ends_at: string, last_failure: string | null = null) =>
    judge({ client_certificate: { ends_at, last_failure } });
  t.deepEqual(certificate('2026-12-20T12:00:00Z'), ['agent well']);
  t.deepEqual(certificate('2026-12-02T12:00:00Z', 'refused'), ['agent certificate odd']);
  t.deepEqual(certificate('2026-11-23T12:00:00Z'), ['agent certificate wrong']);
  const [collector] = delivery.collectors;
  const shipping = (change: object) =>
    judge({ delivery: { ...delivery, collectors: [{ ...collector!, ...change }] } });
  t.deepEqual(shipping({ condition: 'key_refused' }), ['agent shipping wrong']);
  t.deepEqual(shipping({ clockAhead: -60_000 }), ['agent clock wrong']);
  t.deepEqual(judge({ delivery: { ...delivery, spool: { bytes: 90, maxBytes: 100 } } }), ['agent disk odd']);
  t.deepEqual(judge({ delivery: { ...delivery, spool: { bytes: 9, maxBytes: 100, diskError: 'ENOSPC' } } }), [
    'agent disk wrong',
  ]);
});

test('a certificate that ends soon or that nobody here trusts is found, and plain HTTP has none', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const files = await makeCertificate(directory, 'doctor');
  const [cert, key] = await Promise.all([readFile(files.certificate, 'utf8'), readFile(files.key, 'utf8')]);
  const server = createTlsServer({ cert, key });
  const port = await listen(t, server);
  const [found] = await checkTls(`https://127.0.0.1:${port}`);
  t.like(found, { check: 'certificate', state: 'wrong' });
  t.regex(found?.message ?? '', /^The certificate of 127\.0\.0\.1 expires on \d{4}-\d\d-\d\d, in 1 days\.$/);
  t.regex(found?.advice ?? '', /does not trust the certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  const [ended] = await checkTls(`https://127.0.0.1:${port}`, Date.now() + 3 * 86_400_000);
  t.regex(ended?.message ?? '', /^The certificate of 127\.0\.0\.1 expired on \d{4}-\d\d-\d\d\.$/);
  t.regex(ended?.advice ?? '', /^Renew the certificate in the same file/);
  const all = await checkCollector(
    `https://127.0.0.1:${port}`,
    new SondeClient({ url: `https://127.0.0.1:${port}` }),
  );
  t.deepEqual(brief(all), ['collector wrong', 'certificate wrong'], 'that it listens there is no fault');
  t.regex(all[0]?.advice ?? '', /^The certificate is the reason/);
  t.deepEqual(await checkTls('http://127.0.0.1:1'), []);
  t.deepEqual(await checkTls('https://127.0.0.1:1'), []);

  const day = 86_400_000;
  const calm = { temporary: false, failures: 0, lastFailure: null, nextAttemptAt: null };
  const fromFiles = (endsAt: number) => ({ ...calm, source: 'files' as const, endsAt: new Date(endsAt) });
  t.deepEqual(certificateWarnings(undefined, 0), []);
  t.deepEqual(certificateWarnings(fromFiles(20 * day), 0), []);
  t.deepEqual(certificateWarnings(fromFiles(9.5 * day), 0), [
    'The TLS certificate expires in 9 days, on 1970-01-10. Replace the certificate files.',
  ]);
  t.regex(certificateWarnings(fromFiles(0), day)[0] ?? '', /^The TLS certificate expired on 1970-01-01/);
  const byItself = { ...calm, source: 'acme' as const, endsAt: new Date(5.5 * day) };
  t.deepEqual(certificateWarnings(byItself, 0), []);
  const failing = { failures: 3, lastFailure: 'It refuses.', nextAttemptAt: new Date(day) };
  t.deepEqual(certificateWarnings({ ...byItself, ...failing }, 0), [
    'The TLS certificate expires in 5 days, on 1970-01-06, and was not renewed. The last 3 requests to the authority failed: It refuses. The next request is at 1970-01-02T00:00Z.',
  ]);
  t.deepEqual(certificateWarnings({ ...byItself, temporary: true }, 0), [
    'The collector has no certificate yet and uses a self-signed one, which clients do not trust.',
  ]);
  t.deepEqual(diskWarnings(2 ** 31), []);
  t.regex(diskWarnings(300 * 2 ** 20)[0] ?? '', /has 300 MiB free/);
});

test('a port that another program has is found, and one that is free is told', async (t) => {
  const port = await listen(t, createServer());
  t.like((await checkPort(`http://localhost:${port}`))[0], { check: 'port', state: 'wrong' });
  t.deepEqual(await checkPort('http://sonde.example:8080'), []);
  const other = createServer();
  const free = await listen(t, other);
  await new Promise((resolve) => other.close(resolve));
  t.like((await checkPort(`http://127.0.0.1:${free}`))[0], { state: 'well' });
});

function listen(t: ExecutionContext, server: ReturnType<typeof createServer>): Promise<number> {
  t.teardown(() => void server.close());
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}

import test, { type ExecutionContext } from 'ava';
import { BurstLimits } from '../../../../collector/domain/people/quota/burst-limits.ts';
import { dailyCallQuota } from '../../../../collector/http/limits/call-quota.ts';
import type { PublishedEvent } from '../../../../collector/ports/system/events.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { offlineWorld } from '../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { until } from '../../../support/until.ts';

const zone = `example.com SOA ns1.example.com. hostmaster.example.com. 1 3600 600 86400 60
example.com NS ns1.example.com
example.com A 192.0.2.1
example.com TXT "v=spf1 -all"
_dmarc.example.com TXT "v=DMARC1; p=reject"`;

async function setUp(t: ExecutionContext, text = zone) {
  const world = new FakeWorld();
  const serve = (records: string) => {
    world.scans.openScan = (signal) => offlineWorld(signal, recordedDns(records));
  };
  serve(text);
  const api = await startTestApi(t, { world });
  const scan = (body: object, key?: string) =>
    api.send('POST', '/api/scan', { domain: 'example.com', ...body }, key);
  return { api, world, scan, serve };
}

const named = <Name extends PublishedEvent['name']>(events: readonly PublishedEvent[], name: Name) =>
  events.filter((event) => event.name === name);

test('a scan answers with the plain fields, findings and what each check tells', async (t) => {
  const { scan } = await setUp(t);
  const { status, body } = await scan({ domain: ' EXAMPLE.com. ', check_ssl: false });
  t.is(status, 200);
  t.like(body, {
    domain: 'example.com',
    cached: false,
    spf_valid: true,
    spf_record: 'v=spf1 -all',
    dmarc_policy: 'reject',
    ssl_certificates: null,
    ssl_valid: null,
  });
  t.true((body.dns_records as { type: string }[]).some(({ type }) => type === 'A'));
  t.like(body.dns_records_by_type, { A: ['192.0.2.1'], NS: ['ns1.example.com'] });
  const checks = body.checks as Record<string, { result: { void_lookups?: number } }>;
  t.is(checks.spf?.result.void_lookups, 0);
  t.false('tls' in checks);
  t.true((body.findings as { rule: string }[]).every(({ rule }) => rule !== ''));
});

test('what was found a little while ago is told again, and refreshed when that is asked for', async (t) => {
  const { scan, api, serve } = await setUp(t);
  await scan({});
  serve(zone.replace('-all', '~all'));
  t.like((await scan({})).body, { cached: true, spf_record: 'v=spf1 -all', scan_duration_ms: null });
  t.like((await scan({ force_refresh: true })).body, { cached: false, spf_record: 'v=spf1 ~all' });
  t.like((await api.get('/api/domain/example.com')).body, { cached: true, spf_record: 'v=spf1 ~all' });
  const { body: history } = await api.get('/api/domain/example.com/history?limit=1');
  t.like(history, { count: 2, history: { 0: { spf_valid: true, trigger: 'request' } } });
  t.like((await api.get('/api/domain/example.org/history')).body, { count: 0, history: [] });
  t.is((await api.get('/api/domain/example.org')).status, 404);
});

test('experts choose, and are told what there is not', async (t) => {
  const { scan } = await setUp(t);
  const options = { email: ['spf'], intel: ['whois'] };
  const { body } = await scan({ expert: true, options });
  t.deepEqual(Object.keys(body.checks as object), ['spf']);
  t.like(body.errors, { 0: { source: 'whois', code: 'unsupported' } });
  t.deepEqual(Object.keys((await scan({ checks: ['dmarc', 'ssl'] })).body.checks as object), [
    'dmarc',
    'tls',
  ]);
  const { status, body: refusal } = await scan({ expert: true, options: { dns: ['nonsense'] } });
  t.is(status, 400);
  t.like(refusal, { code: 'invalid_input', details: { 0: { path: 'options.dns.0' } } });
  t.is((await scan({ domain: 'https://example.com/' })).status, 400);
});

test('progress comes line by line, and the result last', async (t) => {
  const { api } = await setUp(t);
  const stream = (body: object) =>
    api.request('/api/scan?stream=true', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { headers, text } = await stream({ domain: 'example.com', checks: ['spf', 'dmarc', 'records'] });
  t.is(headers.get('content-type'), 'application/x-ndjson');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.deepEqual(
    lines.map(({ event }) => event),
    ['check', 'check', 'check', 'result'],
  );
  t.deepEqual(
    lines.slice(0, 3).map(({ done, total }) => [done, total]),
    [
      [1, 3],
      [2, 3],
      [3, 3],
    ],
  );
  t.like(lines[3].result, { domain: 'example.com', spf_valid: true });
  t.is((await stream({ domain: 'a b' })).status, 400);
});

test('subscribers hear of scans and of what changed in meaning, not in order', async (t) => {
  const { scan, world, serve, api } = await setUp(t);
  const { published } = world.scans;
  const two = `${zone}\nexample.com A 192.0.2.2`;
  serve(two);
  await scan({});
  serve(two.split('\n').toReversed().join('\n'));
  await scan({ force_refresh: true });
  t.deepEqual(named(published, 'dns_change'), []);
  serve(`${zone}\nexample.com MX !timeout`);
  await scan({ force_refresh: true });
  await until(() => named(published, 'scan_complete').length === 3);
  t.like(named(published, 'dns_change'), {
    0: { payload: { domain: 'example.com', record_type: 'A', old_value: '192.0.2.2', new_value: null } },
  });
  t.is(named(published, 'dns_change').length, 1, 'what went unanswered is no change');
  const { body: drift } = await api.get('/api/v2/drift/detect/example.com');
  t.like(drift, { drifted: true, scans: 3 });
  t.like((await api.get('/api/v2/drift/detect/example.org')).body, { drifted: null, count: 0 });
});

test("an account's domains are watched, anonymous ones are not", async (t) => {
  const { scan, world, api } = await setUp(t);
  const { key } = await world.addAccount('ada@example.com');
  await scan({ checks: ['spf'] });
  t.like((await api.get('/api/domains')).body, { count: 1, domains: { 0: { monitored: false } } });
  await scan({ checks: ['spf'], force_refresh: true }, key);
  t.like((await api.get('/api/search?q=EXAMPLE')).body, { count: 1, domains: { 0: { monitored: true } } });
  t.like((await api.get('/api/stats/live')).body, { drift_monitoring: 1, email_records: 1 });
});

test('who asks for too much in a short time is told when to come back', async (t) => {
  const burst = new BurstLimits({ burst: 12, perMinute: 60 }, Date);
  const state = { allowed: true, limit: 10, remaining: 5, resetAt: 0 };
  const quota = dailyCallQuota({ count: () => state, peek: () => state }, Date, burst);
  const api = await startTestApi(t, { parts: { quota } });
  const scan = () => api.send('POST', '/api/scan', { domain: 'example.com', checks: ['spf'] });
  t.deepEqual([(await scan()).status, (await scan()).status], [200, 200]);
  const refused = await scan();
  t.is(refused.status, 429);
  t.is(refused.body.code, 'too_many_requests');
  t.true(Number(refused.headers.get('retry-after')) >= 1);
  t.is((await api.get('/api/domain/example.com')).status, 200, 'what costs little is not touched');
});

test('lists are read by the names that clients know, and page by pages as well', async (t) => {
  const { api, scan } = await setUp(t);
  await scan({});
  const { body } = await api.get('/api/domains?page=1&per_page=10');
  t.like(body, { count: 1, limit: 10, offset: 0 });
  const [entry] = body.domains as Record<string, unknown>[];
  t.like(entry, { domain_name: 'example.com', dmarc_enabled: true });
  t.is(entry?.first_checked, entry?.created_at);
  t.is(entry?.last_checked, entry?.last_scanned);
  const next = (await api.get('/api/domains?page=2&per_page=10')).body;
  t.like(next, { count: 1, domains: [], limit: 10, offset: 10 });
  t.like((await api.get('/api/search?q=example')).body.domains, [{ domain_name: 'example.com' }]);
  await scan({ domain: 'example.org' });
  t.like((await api.get('/api/search?q=example&limit=1')).body, { count: 2, limit: 1 });
  await scan({ force_refresh: true });
  const { count, history } = (await api.get('/api/domain/example.com/history?limit=1')).body;
  t.is(count, 2);
  t.is((history as unknown[]).length, 1);
  for (const query of ['page=0', 'per_page=1001', 'page=1&offset=5'])
    t.is((await api.get(`/api/domains?${query}`)).status, 400, query);
});

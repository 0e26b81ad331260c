import { randomBytes, randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { runBulkJobs } from '../../../../collector/domain/intelligence/scan/bulk/run-bulk-jobs.ts';
import { monitorDomains } from '../../../../collector/domain/intelligence/scan/monitor-domains.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { offlineWorld } from '../../../support/scans/offline-world.ts';
import { silentLog } from '../../../support/silent-log.ts';

const destination = () => randomBytes(391).toString('base64').replaceAll('+', '-').replaceAll('/', '~');

/** An API over a network that fails the test as soon as the DNS is asked for anything. */
async function setUp(t: ExecutionContext) {
  const world = new FakeWorld();
  world.scans.openScan = (signal) => {
    const ports = offlineWorld(signal);
    const dns = new Proxy(ports.dns, {
      get: (_target, key) => {
        if (key !== 'questionsAsked') t.fail(`The DNS is asked: ${String(key)}.`);
        return 0;
      },
    });
    return { ...ports, dns };
  };
  world.scans.i2pHosts.set('stats.i2p', destination());
  const api = await startTestApi(t, { world });
  return { world, api, scan: (body: object) => api.send('POST', '/api/scan', body) };
}

test('a scan of a name beside the DNS resolves it where it belongs, and asks no DNS', async (t) => {
  const { api, scan } = await setUp(t);
  const { status, body } = await scan({ domain: 'Stats.I2P', advanced: true });
  t.is(status, 200);
  t.deepEqual(Object.keys(body.checks as object), ['name']);
  t.like(body, {
    domain: 'stats.i2p',
    dns_questions: 0,
    dns_records: null,
    checks: { name: { result: { kind: 'i2p', valid: true, sources: ['hosts.txt'] } } },
    findings: { length: 2 },
  });
  const codes = (body.findings as { code: string; message: string }[]).map(({ code }) => code);
  t.deepEqual(codes.toSorted(), ['outside_dns', 'resolved']);
  t.like((await api.get('/api/domain/stats.i2p')).body, { domain: 'stats.i2p' });
  t.like((await api.get('/api/domain/stats.i2p/history')).body, {
    count: 1,
    history: { 0: { checks: ['name'] } },
  });
  const eth = await scan({ domain: 'nick.eth' });
  t.like(eth.body, { errors: { 0: { source: 'ethereum', code: 'not_configured' } } });
  const onion = await scan({ domain: 'short.onion' });
  t.like(onion.body, { findings: { 0: { code: 'invalid_name', status: 'fail' } } });
});

test('what is of the DNS alone refuses such names, and says which operation is for them', async (t) => {
  const { api } = await setUp(t);
  const refused = async (path: string) => {
    const { status, body } = await api.get(path);
    t.is(status, 400, path);
    t.regex(String(body.error), /is a name of .*GET \/api\/v2\/\S+ resolves it/, path);
  };
  await refused('/api/v2/topology/domain/nick.eth');
  await refused('/api/v2/dnssec/multi-signer/analyze?domain=x.onion');
  await refused('/api/v2/experimental/doq/test?domain=stats.i2p');
  const audit = await api.send('POST', '/api/v2/audit/dnssec', { domain: 'nick.eth' });
  t.is(audit.status, 400);
});

test('such names go into bulk jobs, are watched, and their changes are told', async (t) => {
  const { world, api, scan } = await setUp(t);
  const { key } = await world.addAccount('ada@example.com');
  const { matcher, feedOverlaps } = world;
  const own = {
    matcher,
    feedOverlaps,
    publisher: { publish: () => {} },
    clock: Date,
    random: { uuid: randomUUID },
  };
  const ports = { ...world.addresses.ports, ...world.scans.ports, ...own };
  const domains = ['stats.i2p', 'nick.eth', 'x.onion'];
  const { body: job } = await api.send('POST', '/api/v2/bulk/submit', { domains }, key);
  const never = new AbortController().signal;
  await runBulkJobs({ ...ports, collectorId: 'here', bulkAtOnce: 5, log: silentLog }, never);
  t.like((await api.get(`/api/v2/bulk/jobs/${job.job_id}`, key)).body, { status: 'completed', failed: 0 });
  await monitorDomains({ ...ports, log: silentLog }, never);

  const scanned = await world.scans.trackedDomains.find('stats.i2p');
  const part = scanned!.parts.name!;
  const result = part.result as { resolved: object };
  const before = { ...result, resolved: { ...result.resolved, hash: '00'.repeat(32) } };
  await world.scans.addScan('stats.i2p', {
    parts: { name: { ...part, result: before } },
    startedAt: new Date(Date.now() - 60_000),
  });
  world.scans.published.length = 0;
  await scan({ domain: 'stats.i2p', force_refresh: true });
  const change = world.scans.published.find(({ name }) => name === 'dns_change');
  t.like(change?.payload, { domain: 'stats.i2p', record_type: 'hash', old_value: '00'.repeat(32) });
  const { body: drift } = await api.get('/api/v2/drift/detect/stats.i2p?days=2');
  t.is(drift.drifted, true);
  t.true((drift.changes as { record_type: string }[]).some(({ record_type: type }) => type === 'hash'));
});

test('a name that may belong to several systems is told in all of them', async (t) => {
  const { api } = await setUp(t);
  const { body } = await api.get('/api/v2/web3/resolve?name=example.crypto');
  t.like(body, {
    kind: 'registry',
    readings: {
      0: { kind: 'registry', valid: true, errors: { 0: { code: 'not_configured' } } },
      1: { kind: 'handshake', valid: true, errors: { 0: { code: 'not_configured' } } },
    },
  });
  t.is((body.readings as unknown[]).length, 2);
  const address = await api.get(`/api/v2/web3/resolve?name=0x${'Ab'.repeat(20)}`);
  t.like(address.body, {
    kind: 'ens',
    reason: 'This is an address of Ethereum, which may have a primary name.',
  });
  const coins = await api.get('/api/v2/web3/ens/resolve?name=nick.eth&coins=btc,florins');
  t.is(coins.status, 400);
  t.regex(String(coins.body.error), /There is no coin "florins"/);
  const agreement = await api.get('/api/v2/web3/ens/resolve?name=nick.eth&agreement=9');
  t.is(agreement.status, 400);
});

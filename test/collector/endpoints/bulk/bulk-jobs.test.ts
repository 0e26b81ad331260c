import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { runBulkJobs } from '../../../../collector/domain/intelligence/scan/bulk/run-bulk-jobs.ts';
import { loadText } from '../../../support/datasets/load-text.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { offlineWorld } from '../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { silentLog } from '../../../support/silent-log.ts';

async function setUp(t: ExecutionContext) {
  const world = new FakeWorld();
  const zone = Array.from({ length: 30 }, (_, index) => `d${index}.example TXT "v=spf1 -all"`).join('\n');
  world.scans.openScan = (signal) => offlineWorld(signal, recordedDns(zone));
  const api = await startTestApi(t, { world });
  const { key } = await world.addAccount('ada@example.com');
  const submit = (domains: readonly string[], more: object = {}) =>
    api.send('POST', '/api/v2/bulk/submit', { domains, ...more }, key);
  const { matcher, feedOverlaps } = world;
  const own = {
    matcher,
    feedOverlaps,
    publisher: { publish: () => {} },
    clock: Date,
    random: { uuid: randomUUID },
  };
  const ports = { ...world.addresses.ports, ...world.scans.ports, ...own };
  const work = (signal = new AbortController().signal) =>
    runBulkJobs({ ...ports, collectorId: 'here', bulkAtOnce: 5, log: silentLog }, signal);
  return { api, key, submit, work, world };
}

test('a job runs to its end, and its results can be had in a line or whole', async (t) => {
  const { api, key, submit, work } = await setUp(t);
  const domains = Array.from({ length: 30 }, (_, index) => `D${index}.example`);
  const { status, body: job } = await submit([...domains, 'd0.example'], { check_ssl: false });
  t.is(status, 202);
  t.like(job, { status: 'queued', total: 30, completed: 0, progress: 0 });
  await work();
  const path = `/api/v2/bulk/jobs/${job.job_id}`;
  t.like((await api.get(path, key)).body, { status: 'completed', completed: 30, failed: 0, progress: 1 });
  const { body: page } = await api.get(`${path}/results?limit=2&offset=1`, key);
  t.like(page, {
    count: 30,
    results: { 0: { position: 1, domain: 'd1.example', summary: { spf_valid: true } } },
  });
  const { body: whole } = await api.get(`${path}/results?limit=1&whole=true`, key);
  t.like(whole, { results: { 0: { result: { domain: 'd0.example', spf_record: 'v=spf1 -all' } } } });
  t.is((await api.get(`${path}/results?limit=101&whole=true`, key)).status, 400);
  t.like((await api.get('/api/v2/bulk/jobs', key)).body, { count: 1 });
});

test('addresses are scanned beside domains, each in its normal form and once', async (t) => {
  const { api, key, submit, work, world } = await setUp(t);
  await loadText(world.addresses.datasets, 'ris-ipv4', '64500\t1.2.3.0/24\t300\n');
  const { status, body: job } = await submit(['1.2.3.4', 'd0.example', '2A00:0::1', ' 1.2.3.4']);
  t.is(status, 202);
  t.is(job.total, 3);
  await work();
  const { body } = await api.get(`/api/v2/bulk/jobs/${job.job_id}/results?whole=true&limit=10`, key);
  t.like(body.results, {
    0: {
      ...{ domain: '1.2.3.4', status: 'completed', summary: null, result: null },
      address_summary: { asn: 64_500, abuse_confidence: 0 },
      address_result: { ip: '1.2.3.4', bgp: { prefix: '1.2.3.0/24' } },
    },
    1: { domain: 'd0.example', address_summary: null, result: { domain: 'd0.example' } },
    2: { domain: '2a00::1', status: 'completed' },
  });
  t.false('address_result' in (body.results as object[])[1]!);
  const refused = await submit(['1.2.3.4/24', 'fe80::1%eth0', 'd0.example', '1.2.3.256']);
  t.is(refused.status, 400);
  t.is((refused.body.details as unknown[]).length, 3);
});

test('a scan of an address that could not be stored is no older scan of it', async (t) => {
  const { api, key, submit, work, world } = await setUp(t);
  await submit(['1.2.3.4']);
  await work();
  const store = world.addresses.ports.addressScans;
  const append = store.append.bind(store);
  store.append = () => Promise.reject(new Error('The disk is full.'));
  const { body: job } = await submit(['1.2.3.4']);
  await work();
  store.append = append;
  const { body } = await api.get(`/api/v2/bulk/jobs/${job.job_id}/results?limit=10`, key);
  t.like(body.results, {
    0: {
      domain: '1.2.3.4',
      status: 'failed',
      address_summary: null,
      error: 'The scan could not be stored.',
    },
  });
});

test('a cancelled job begins nothing more', async (t) => {
  const { api, key, submit, work } = await setUp(t);
  const { body: job } = await submit(['d0.example', 'd1.example']);
  const cancelled = await api.send('POST', `/api/v2/bulk/jobs/${job.job_id}/cancel`, undefined, key);
  t.like(cancelled.body, { status: 'cancelled' });
  await work();
  t.like((await api.get(`/api/v2/bulk/jobs/${job.job_id}`, key)).body, { status: 'cancelled', completed: 0 });
});

test('what a collector had in hand when it stopped is taken up again', async (t) => {
  const { api, key, submit, work, world } = await setUp(t);
  const held = Promise.withResolvers<never>();
  const answering = world.scans.openScan;
  world.scans.openScan = (signal) => {
    const network = answering(signal);
    return { ...network, dns: { ...network.dns, questionsAsked: 0, resolve: () => held.promise } };
  };
  const { body: job } = await submit(['d0.example', 'd1.example']);
  const stopping = new AbortController();
  const stopped = work(stopping.signal);
  setTimeout(() => stopping.abort(), 50);
  await stopped;
  t.like((await api.get(`/api/v2/bulk/jobs/${job.job_id}`, key)).body, { completed: 0, failed: 0 });
  world.scans.openScan = answering;
  await work();
  t.like((await api.get(`/api/v2/bulk/jobs/${job.job_id}`, key)).body, { status: 'completed', completed: 2 });
});

test('what is no domain is named, and an account has so many jobs', async (t) => {
  const { submit } = await setUp(t);
  const { status, body } = await submit(['a.example', 'https://b.example/', 'c d']);
  t.is(status, 400);
  t.deepEqual(
    (body.details as { path: string }[]).map(({ path }) => path),
    ['domains.1', 'domains.2'],
  );
  for (let count = 0; count < 10; count++) t.is((await submit(['a.example'])).status, 202);
  const refused = await submit(['a.example']);
  t.is(refused.status, 429);
  t.is(refused.headers.get('retry-after'), '60');
});

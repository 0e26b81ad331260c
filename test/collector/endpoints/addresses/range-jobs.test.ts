import test, { type ExecutionContext } from 'ava';
import { runRangeJobs } from '../../../../collector/domain/intelligence/addresses/live/run-range-jobs.ts';
import { AddressLists } from '../../../../scanner/addresses/address-lists.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { offlineWorld } from '../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';

const path = '/api/v2/range-jobs';
const zone = `
2.3.2.1.in-addr.arpa PTR host.example.com.
3.3.2.1.in-addr.arpa PTR liar.example.com.
4.3.2.1.in-addr.arpa PTR !timeout
host.example.com A 1.2.3.2
liar.example.com A 9.9.9.9
2.0.0.127.good.lists A 127.0.0.2
3.3.2.1.good.lists A 127.0.0.2`;

async function setUp(t: ExecutionContext, records = zone) {
  const world = new FakeWorld();
  const dns = recordedDns(records);
  world.scans.openScan = (signal) => offlineWorld(signal, dns);
  const api = await startTestApi(t, { world });
  const { account, key } = await world.addAccount('ada@example.com');
  // Lists have a pace, which a clock that runs fast makes short.
  const clock = { now: () => Date.now() * 100 };
  const ports = {
    rangeJobs: world.addresses.rangeJobs,
    addressLists: new AddressLists(['good.lists'], clock),
    openScan: world.scans.openScan,
    collectorId: 'a',
  };
  const submit = async (body: object) => (await api.send('POST', path, body, key)).body as { job_id: string };
  return { api, world, dns, ports, key, account, submit };
}

const { signal } = new AbortController();

test('names and listings of a range are asked for, and what was found is told', async (t) => {
  const { api, ports, key, submit } = await setUp(t);
  const { job_id: id } = await submit({ cidr: '1.2.3.0/29', blacklists: true });
  t.like((await api.get(`${path}/${id}`, key)).body, {
    status: 'queued',
    total: 8,
    looked_at: 0,
    progress: 0,
  });
  await runRangeJobs(ports, signal);
  t.like((await api.get(`${path}/${id}`, key)).body, {
    ...{ status: 'completed', looked_at: 8, named: 2, listed: 1, progress: 1 },
  });
  const { body } = await api.get(`${path}/${id}/results`, key);
  t.deepEqual(body.results, [
    {
      ip: '1.2.3.2',
      ptr_records: ['host.example.com'],
      confirmed: ['host.example.com'],
      listed_in: [],
      unknown: [],
    },
    {
      ip: '1.2.3.3',
      ptr_records: ['liar.example.com'],
      confirmed: [],
      listed_in: ['good.lists'],
      unknown: [],
    },
    { ip: '1.2.3.4', ptr_records: [], confirmed: [], listed_in: [], unknown: ['reverse_dns'] },
  ]);
  t.like((await api.get(path, key)).body, { count: 1, jobs: [{ job_id: id }] });
});

test('where a /24 has no reverse names, one question settles it', async (t) => {
  const { ports, dns, submit, api, key } = await setUp(t, 'host.example.com A 1.2.3.2');
  const { job_id: id } = await submit({ cidr: '1.2.3.0/24' });
  await runRangeJobs(ports, signal);
  t.deepEqual([...dns.asked], ['3.2.1.in-addr.arpa PTR']);
  t.like((await api.get(`${path}/${id}`, key)).body, { status: 'completed', looked_at: 256, named: 0 });
});

test('what is broken off goes on from where it was, and a job that is cancelled ends', async (t) => {
  const { ports, api, key, submit } = await setUp(t);
  const { job_id: id } = await submit({ cidr: '1.2.3.0/25' });
  const ending = new AbortController();
  const steps: number[] = [];
  const { rangeJobs } = ports;
  const watched = {
    claim: rangeJobs.claim.bind(rangeJobs),
    release: rangeJobs.release.bind(rangeJobs),
    advance: async (...step: Parameters<typeof rangeJobs.advance>) => {
      steps.push(step[2]);
      if (steps.length === 3) ending.abort();
      return rangeJobs.advance(...step);
    },
  };
  await runRangeJobs({ ...ports, rangeJobs: watched }, ending.signal);
  t.deepEqual(steps, [16, 32, 48]);
  t.like((await api.get(`${path}/${id}`, key)).body, { status: 'running', looked_at: 48, progress: 0.375 });
  await runRangeJobs({ ...ports, collectorId: 'b' }, signal);
  t.like((await api.get(`${path}/${id}`, key)).body, { status: 'completed', looked_at: 128, named: 2 });

  const { job_id: other } = await submit({ cidr: '1.2.3.0/25' });
  t.like((await api.send('POST', `${path}/${other}/cancel`, {}, key)).body, { status: 'cancelled' });
  await runRangeJobs(ports, signal);
  t.like((await api.get(`${path}/${other}`, key)).body, { status: 'cancelled', looked_at: 0 });
});

test('ranges that are nobody, too large or another account’s are refused', async (t) => {
  const { api, world, key, submit } = await setUp(t);
  for (const cidr of ['10.0.0.0/24', '2001:db8::/120', '1.2.0.0/15', '1.2.3.4/24', 'nonsense', '0.0.0.0/0'])
    t.is((await api.send('POST', path, { cidr }, key)).status, 400, cidr);
  t.is((await api.send('POST', path, { cidr: '1.2.3.0/24' })).status, 401);
  const { job_id: id } = await submit({ cidr: '2a00::/112' });
  const { key: other } = await world.addAccount('eve@example.com');
  for (const end of ['', '/results']) t.is((await api.get(`${path}/${id}${end}`, other)).status, 404);
  t.is((await api.send('POST', `${path}/${id}/cancel`, {}, other)).status, 404);
  for (let at = 0; at < 4; at++) await submit({ cidr: '1.2.3.0/24' });
  t.is((await api.send('POST', path, { cidr: '1.2.3.0/24' }, key)).status, 429);
});

test('lists leave room for those who wait, and a job waits until it may ask', async (t) => {
  const dns = recordedDns(zone);
  const clock = { time: 0, now: () => clock.time };
  const lists = new AddressLists(['good.lists'], clock);
  const network = offlineWorld(signal, dns);
  for (let at = 0; at < 3; at++) await lists.askPatiently(`1.2.3.${at}`, network);
  let isDone = false;
  const waiting = lists.askPatiently('1.2.3.9', network).then(() => {
    isDone = true;
  });
  const [entry] = await lists.ask('1.2.3.3', network);
  t.is(entry?.answer.status, 'listed');
  t.false(isDone);
  clock.time += 5_000;
  await waiting;
  const ending = new AbortController();
  for (let at = 20; at < 22; at++) await lists.askPatiently(`1.2.3.${at}`, network);
  const broken = lists.askPatiently('1.2.3.30', offlineWorld(ending.signal, dns));
  ending.abort();
  await t.throwsAsync(broken, { name: 'AbortError' });
});

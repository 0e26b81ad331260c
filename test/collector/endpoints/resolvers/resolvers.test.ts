import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const root = '/api/v1/unbound';

test('registering gives a key for each module, and finds or makes the location', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const body = { resolver_name: 'ns1', location: 'Office', modules_enabled: ['policy', 'analytics'] };
  const first = await api.send('POST', `${root}/register`, body, key);
  t.is(first.status, 201, first.text);
  t.like(first.body, { location: 'Office', location_id: office.id, api_key: null });
  const keys = first.body.api_keys as Record<string, string>;
  t.deepEqual(Object.keys(keys).sort(), ['analytics', 'policy']);
  const row = { query_name: 'www.example.com', timestamp: new Date().toISOString(), client_ip: '192.0.2.1' };
  const ship = (with_: string) =>
    api.send('POST', '/api/v1/dns-monitoring/queries', { queries: [row] }, with_);
  t.is((await ship(first.body.location_key as string)).status, 202);
  t.is((await ship(keys.analytics!)).status, 403);
  t.is((await api.get(`${root}/policy`, keys.policy)).status, 200);
  t.is((await api.get(`${root}/policy`, keys.analytics)).status, 403);
  const second = await api.send(
    'POST',
    `${root}/register`,
    { ...body, location: 'Cellar', modules_enabled: ['threat_intel'] },
    key,
  );
  t.not(second.body.location_id, office.id);
  t.is(second.body.location_key, null);
  t.is(second.body.api_key, (second.body.api_keys as Record<string, string>).threat_intel);
  for (const modules of [[], ['nonsense'], ['policy', 'policy'], 'policy']) {
    const refused = await api.send('POST', `${root}/register`, { ...body, modules_enabled: modules }, key);
    t.is(refused.status, 400, JSON.stringify(modules));
  }
});

test('verdicts come from the indicators', async (t) => {
  const api = await startTestApi(t);
  const { account } = await api.world.addAccount('ada@example.com');
  const { keys } = await api.world.addResolver(account.id);
  const listed = (name: string, severity: 'high' | 'low') => ({
    name,
    threatType: 'malware',
    severity,
    source: 'test-list',
    description: null,
  });
  await api.world.indicators.replaceSource('test-list', [
    listed('bad.example', 'high'),
    listed('odd.example', 'low'),
    listed('xn--bcher-kva.example', 'high'),
  ]);
  await api.world.matcher.refresh(api.world.indicators);
  const ask = (body: object) => api.send('POST', `${root}/query`, body, keys.threat_intel);
  const blocked = await ask({ query_name: 'WWW.Bad.Example.' });
  t.like(blocked.body, {
    query_name: 'www.bad.example',
    verdict: 'block',
    threat: { threat_type: 'malware', severity: 'high', indicator: 'bad.example', source: 'test-list' },
  });
  t.like((await ask({ query_name: 'Bücher.example' })).body, {
    query_name: 'xn--bcher-kva.example',
    verdict: 'block',
  });
  const many = await ask({ query_names: ['odd.example', 'good.example'] });
  t.like(many.body, { count: 2 });
  t.like((many.body.verdicts as object[])[0]!, { verdict: 'monitor' });
  t.like((many.body.verdicts as object[])[1]!, { verdict: 'allow', threat: null });
  t.is((await ask({ query_name: 'a..b' })).status, 400);
});

test('alerts become threats at the location, once', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const { keys } = await api.world.addResolver(account.id, 'Office');
  const alert = {
    timestamp: '2026-03-14T09:26:53.589Z',
    query_name: 'www.bad.example',
    client_ip: '192.0.2.7',
    threat_type: 'malware',
    severity: 'high',
    indicator: 'bad.example',
    count: 3,
  };
  const batch = { batch_id: randomUUID(), alerts: [alert] };
  const first = await api.send('POST', `${root}/alerts`, batch, keys.threat_intel);
  t.is(first.status, 202, first.text);
  t.like(first.body, { accepted: 1, duplicate: false });
  t.is((first.body.opened as number[]).length, 1);
  t.is(api.world.announced.length, 1);
  t.like((await api.send('POST', `${root}/alerts`, batch, keys.threat_intel)).body, {
    accepted: 0,
    duplicate: true,
  });
  const threats = await api.get('/api/v1/dns-monitoring/threats', key);
  t.like(threats.body, { count: 1 });
  t.like((threats.body.threats as object[])[0]!, {
    subject: 'bad.example',
    count: 3,
    client_ip: '192.0.2.7',
  });
});

test("exclusions of the resolver's location hold for verdicts and for alerts", async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const { keys } = await api.world.addResolver(account.id, 'Office');
  const about = { threatType: 'malware', severity: 'high' as const, source: 'list', description: null };
  await api.world.indicators.replaceSource('list', [{ ...about, name: 'bad.example' }]);
  await api.world.matcher.refresh(api.world.indicators);
  const exclusion = { name: '*.bad.example', location_id: office.id };
  t.is((await api.send('POST', '/api/v1/dns-monitoring/exclusions', exclusion, key)).status, 201);
  await api.world.detectionRules.refresh(api.world);
  const ask = (name: string) => api.send('POST', `${root}/query`, { query_name: name }, keys.threat_intel);
  t.like((await ask('www.bad.example')).body, { verdict: 'allow', threat: null });
  t.like((await ask('bad.example')).body, { verdict: 'block' });
  const alert = { timestamp: new Date().toISOString(), threat_type: 'malware', severity: 'high' };
  const alerts = ['www.bad.example', 'bad.example'].map((query_name) => ({ ...alert, query_name }));
  const told = await api.send(
    'POST',
    `${root}/alerts`,
    { batch_id: randomUUID(), alerts },
    keys.threat_intel,
  );
  t.is((told.body.opened as number[]).length, 1);
  const { body } = await api.get('/api/v1/dns-monitoring/threats', key);
  t.deepEqual(
    (body.threats as { subject: string }[]).map(({ subject }) => subject),
    ['bad.example'],
  );
});

test('statistics add up once and show for the account and for the resolver itself', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const one = await api.world.addResolver(account.id, 'one');
  const two = await api.world.addResolver(account.id, 'two');
  const now = new Date().toISOString();
  const statistics = [
    { period_start: now, period_end: now, queries: 7, policy_hits: 2, transports: { udp: 7 } },
    { period_start: now, period_end: now, queries: 1, response_codes: { 3: 1 } },
  ];
  const batch = { batch_id: randomUUID(), statistics };
  const upload = () => api.send('POST', `${root}/analytics`, batch, one.keys.analytics);
  t.like((await upload()).body, { accepted: 2, duplicate: false });
  t.like((await upload()).body, { accepted: 0, duplicate: true });
  const all = await api.get(`${root}/stats`, key);
  t.like(all.body, { count: 2, days: 30 });
  t.like((all.body.resolvers as object[])[0]!, {
    resolver_id: one.id,
    queries: 8,
    policy_hits: 2,
    transports: { udp: 7 },
    response_codes: { 3: 1 },
  });
  const own = await api.get(`${root}/stats`, two.keys.threat_intel);
  t.like(own.body, { count: 1 });
  t.like((own.body.resolvers as object[])[0]!, { resolver_id: two.id, queries: 0 });
  t.is((await api.get(`${root}/stats?resolver_id=${one.id}`, two.keys.policy)).status, 404);
  const old = { ...statistics[0]!, period_start: '2020-01-01T00:00:00.000Z' };
  const refused = { batch_id: randomUUID(), statistics: [old] };
  t.is((await api.send('POST', `${root}/analytics`, refused, one.keys.analytics)).status, 400);
});

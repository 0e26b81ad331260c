import test, { type ExecutionContext } from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const day = 86_400_000;

async function setUp(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const eve = await api.world.addAccount('eve@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const now = Date.now();
  const see = (name: string, type: number, data: string, ...at: number[]) =>
    api.world.stored.add(
      ...at.map((time) => ({
        locationId: location.id,
        observedAt: time * 1_000,
        queryName: name,
        records: [{ section: 'answer' as const, name, type, ttl: 300, data }],
      })),
    );
  const add = (name: string, type: number, data: string, firstDay: number, lastDay: number) =>
    see(name, type, data, now - firstDay * day, ...Array(6).fill(now - lastDay * day));
  add('www.example.com', 1, '192.0.2.1', 100, 21);
  add('www.example.com', 1, '192.0.2.2', 20, 0.5);
  add('www.example.com', 28, '2001:db8::1', 100, 0.5);
  add('mail.example.com', 1, '192.0.2.1', 50, 40);
  return { api, key, eve, location, see };
}

test('records are found by name, below a name, and by data', async (t) => {
  const { api, key } = await setUp(t);
  const count = async (query: string) =>
    (await api.get(`/api/v2/passive-dns/query?${query}`, key)).body.count;
  t.is(await count('domain=WWW.example.com.'), 3);
  t.is(await count('domain=example.com'), 0);
  t.is(await count('domain=example.com&below=true'), 4);
  t.is(await count('domain=www.example.com&record_type=AAAA'), 1);
  t.is(await count('data=192.0.2.1'), 2);
  t.is(await count('data=2001:DB8:0::1'), 1);
  t.is(await count('domain=example.com&below=true&limit=2'), 2);
});

test('in a lean store, what was seen before is found, and what is not found is not called unseen', async (t) => {
  const { api, key } = await setUp(t);
  api.world.retentionPolicy.profile = 'lean';
  t.is((await api.get('/api/v2/passive-dns/query?domain=www.example.com', key)).body.count, 3);
  const { status, body } = await api.get('/api/v2/passive-dns/query?domain=new.example.com', key);
  t.is(status, 409);
  t.is(body.code, 'not_stored');
  t.like((await api.get('/api/v1/dns-monitoring/status', key)).body, { kept: { profile: 'lean' } });
});

test('data with a name are found however the name is written', async (t) => {
  const { api, key, see } = await setUp(t);
  const facts: [number, string][] = [
    [15, '10 mail.example.com'],
    [33, '0 5 5060 sip.example.com'],
    [43, '12345 8 2 ABCDEF'],
  ];
  for (const [type, data] of facts) see('example.com', type, data, Date.now());
  for (const data of [
    '10 Mail.Example.COM.',
    '10 mail.example.com',
    '0 5 5060 SIP.example.com',
    '12345 8 2 ABCDEF',
  ]) {
    const { body } = await api.get(`/api/v2/passive-dns/query?data=${encodeURIComponent(data)}`, key);
    t.is(body.count, 1, data);
  }
});

test('every name that is stored can be asked for, and names of any script', async (t) => {
  const { api, key, see } = await setUp(t);
  const stored = [
    '*.example.org',
    '1.0/25.2.0.192.in-addr.arpa',
    'my\\032printer._ipp._tcp.local',
    'trailing-.example',
    '\\195\\188.example',
    'a\\.b.example',
    'a=b~c.example',
    'xn--bcher-kva.example',
  ];
  for (const name of stored) see(name, 5, 'edge.xn--bcher-kva.example', Date.now());
  for (const name of [...stored, 'Bücher.example.', ' *.EXAMPLE.org ']) {
    const text = encodeURIComponent(name);
    t.is((await api.get(`/api/v2/passive-dns/query?domain=${text}`, key)).body.count, 1, name);
    t.is((await api.get(`/api/v2/history/timeline/${text}`, key)).body.count, 1, name);
  }
  const data = encodeURIComponent('edge.Bücher.example');
  t.is((await api.get(`/api/v2/passive-dns/query?data=${data}`, key)).body.count, stored.length);
});

test('one of domain and data is needed, and each must be one', async (t) => {
  const { api, key } = await setUp(t);
  for (const query of [
    '',
    'domain=a.example&data=1.2.3.4',
    'domain=https://example.com',
    'domain=a..b',
    'domain=example.com/path.html',
    'domain=example.com:53',
    'domain=ada@example.com',
    'domain=a%20b.example',
    'domain=192.0.2.1',
    'domain=1.2.3',
    'domain=.',
    'domain=b%C3%BC%25.example',
    'data=',
    'data=%00',
  ]) {
    const answer = await api.get(`/api/v2/passive-dns/query?${query}`, key);
    t.is(answer.status, 400, query);
  }
});

test('the common output format is an object a line', async (t) => {
  const { api, key } = await setUp(t);
  const { text } = await api.get('/api/v2/passive-dns/query?domain=www.example.com&format=cof', key);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.is(lines.length, 3);
  t.like(lines[0], { rrname: 'www.example.com', rrtype: 'A', rdata: '192.0.2.2', count: 7 });
  t.true(Number.isInteger(lines[0].time_first) && lines[0].time_first < lines[0].time_last);
});

test("another account's locations are not looked at", async (t) => {
  const { api, eve } = await setUp(t);
  t.is((await api.get('/api/v2/passive-dns/query?domain=www.example.com', eve.key)).body.count, 0);
  t.is((await api.get('/api/v2/history/timeline/www.example.com', eve.key)).body.count, 0);
});

test('a timeline tells when records came and went, within the days asked for', async (t) => {
  const { api, key } = await setUp(t);
  const { body } = await api.get('/api/v2/history/timeline/www.example.com?record_type=A', key);
  t.is(body.count, 2);
  t.deepEqual(
    (body.timeline as { event: string; data: string }[]).map(({ event, data }) => `${event} ${data}`),
    ['last_seen 192.0.2.1', 'first_seen 192.0.2.2', 'last_seen 192.0.2.2'],
  );
  t.is((await api.get('/api/v2/history/timeline/www.example.com?days=10', key)).body.count, 2);
  t.is((await api.get('/api/v2/history/timeline/https%3A%2F%2Fexample.com', key)).status, 400);
});

test('newly seen domains are those of the days asked for', async (t) => {
  const { api, key, location } = await setUp(t);
  for (const age of [1, 5, 20]) {
    const at = Date.now() - age * day;
    api.world.stored.add({ queryName: `d${age}.example`, observedAt: at * 1_000, locationId: location.id });
  }
  t.is((await api.get('/api/v2/feeds/new-domains', key)).body.count, 2);
  t.is((await api.get('/api/v2/feeds/new-domains?days=30', key)).body.count, 3);
  t.is((await api.get('/api/v2/feeds/new-domains?days=30&limit=1', key)).body.count, 1);
  t.is((await api.get(`/api/v2/feeds/new-domains?location_id=${location.id}`, key)).body.count, 2);
  t.is((await api.get('/api/v2/feeds/new-domains?location_id=99999', key)).status, 404);
});

import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import test, { type ExecutionContext } from 'ava';
import { StoreError } from '../../../../collector/ports/system/store-error.ts';
import type { StoredQuery } from '../../../../collector/ports/traffic/query-search.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { sampleRow } from '../../../support/ingest/uploads.ts';

const path = '/api/v1/dns-monitoring/queries';

async function setUp(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const add = (change: Partial<StoredQuery>) =>
    api.world.stored.add({ ...sampleRow(), locationId: location.id, agentId: 3, ...change });
  return { api, key, add, location };
}

test('stored queries are found by what they are, newest first', async (t) => {
  const { api, key, add } = await setUp(t);
  const now = Date.now() * 1_000;
  add({ queryName: 'www.example.com', observedAt: now - 3_000_000 });
  add({ queryName: 'mail.example.com', observedAt: now - 2_000_123, queryType: 15 });
  add({
    queryName: 'gone.example.org',
    observedAt: now - 1_000_000,
    outcome: 'unanswered',
    responseCode: noResponseCode,
    latency: 0,
    records: [],
  });
  add({ queryName: 'other.example', locationId: 999 });
  const names = async (query: string) => {
    const answer = await api.get(`${path}?${query}`, key);
    t.is(answer.status, 200, answer.text);
    return (answer.body.queries as { query_name: string }[]).map((found) => found.query_name);
  };
  t.deepEqual(await names(''), ['gone.example.org', 'mail.example.com', 'www.example.com']);
  t.deepEqual(await names('suffix=Example.COM.'), ['mail.example.com', 'www.example.com']);
  t.deepEqual(await names('name=www.example.com'), ['www.example.com']);
  t.deepEqual(await names('query_type=mx'), ['mail.example.com']);
  t.deepEqual(await names('client=192.0.2.99'), []);
  t.deepEqual(await names('response_code=none'), ['gone.example.org']);
  t.deepEqual(await names('response_code=NOERROR'), ['mail.example.com', 'www.example.com']);

  t.deepEqual(await names('query_type=mx,aaaa'), ['mail.example.com']);
  t.deepEqual(await names('suffix=!example.org,!org'), ['mail.example.com', 'www.example.com']);
  t.deepEqual(await names('suffix=example.com&name=!www.example.com'), ['mail.example.com']);
  t.deepEqual(await names('protocol=DoT'), []);
  t.deepEqual(await names('protocol=!dot,udp&server=192.0.2.53&agent_id=3&policy_rule='), [
    'gone.example.org',
    'mail.example.com',
    'www.example.com',
  ]);
  t.deepEqual(await names('slower_than_ms=1.4'), ['mail.example.com', 'www.example.com']);
  t.deepEqual(await names('slower_than_ms=1.5'), []);

  const counted = await api.get(`${path}/histogram?query_type=mx`, key);
  t.like(counted.body, { queries: 1, bucket_seconds: 300 });
  t.is((await api.get(`${path}/histogram?period=1h`, key)).body.queries, 3);
  const { body } = await api.get('/api/v1/dns-monitoring/stats?suffix=example.com&client=192.0.2.10', key);
  t.like(body.totals, { queries: 2, unique_names: 2, unanswered: 0 });

  const [first] = (await api.get(`${path}?limit=1`, key)).body.queries as Record<string, unknown>[];
  t.like(first, { outcome: 'unanswered', response_code: null, response_time_ms: null, edns: null });
  t.regex(String(first?.timestamp), /\.\d{6}Z$/);
});

test('names that the DNS should not have been asked for are found by their system', async (t) => {
  const { api, key, add } = await setUp(t);
  const now = Date.now() * 1_000;
  const all = ['x.onion', 'nick.eth', 'www.example.com', 'brad.crypto', 'printer.local', 'onion.to'];
  for (const [index, queryName] of all.entries()) add({ queryName, observedAt: now - index * 1_000 });
  const names = async (query: string) => {
    const answer = await api.get(`${path}?${query}`, key);
    t.is(answer.status, 200, answer.text);
    return (answer.body.queries as { query_name: string }[]).map((found) => found.query_name);
  };
  t.deepEqual(await names('leak=any'), ['x.onion', 'nick.eth', 'brad.crypto']);
  t.deepEqual(await names('leak=ens,ONION'), ['x.onion', 'nick.eth']);
  t.deepEqual(await names('leak=any,!onion&suffix=crypto,onion'), ['brad.crypto']);
  t.deepEqual(await names('leak=!any'), ['www.example.com', 'printer.local', 'onion.to']);
  const csv = await api.get(`${path}?format=csv&leak=onion`, key);
  t.regex(csv.text, /x\.onion/);
  t.notRegex(csv.text, /example\.com/);
  t.is((await api.get(`${path}/histogram?leak=any`, key)).body.queries, 3);
  t.like((await api.get('/api/v1/dns-monitoring/stats?leak=any', key)).body.totals, { queries: 3 });
  const wrong = await api.get(`${path}?leak=tor`, key);
  t.is(wrong.status, 400);
  t.regex(String(wrong.body.error), /A leak is any, or one of onion/);
});

test('a name is found as people write it, as it is stored and as it is shown', async (t) => {
  const { api, key, add } = await setUp(t);
  for (const queryName of [
    'www.xn--bcher-kva.example',
    'http://x.example',
    '\\195\\188.example',
    'a,b.comma',
    '!x.mark',
  ])
    add({ queryName });
  for (const [parameter, text, count] of [
    ['name', 'www.Bücher.example.', 1],
    ['name', ' www.xn--bcher-kva.example ', 1],
    ['suffix', 'bücher.example', 1],
    ['suffix', 'EXAMPLE.', 3],
    ['name', 'http://x.example', 1],
    ['name', '\\195\\188.example', 1],
    ['name', 'ü.example', 0],
    ['name', 'a\\,b.comma', 1],
    ['name', 'a\\,b.comma,\\!x.mark', 2],
    ['suffix', '\\!x.mark', 1],
  ] as const) {
    const { body } = await api.get(`${path}?${parameter}=${encodeURIComponent(text)}`, key);
    t.is(body.count, count, text);
  }
});

test('pages follow one another to the end', async (t) => {
  const { api, key, add } = await setUp(t);
  for (let index = 0; index < 5; index++) add({ observedAt: Date.now() * 1_000 - index });
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const answer = await api.get(`${path}?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`, key);
    seen.push(...(answer.body.queries as unknown[]));
    cursor = answer.body.next_cursor as string | null;
  } while (cursor !== null);
  t.is(seen.length, 5);
});

test('what cannot be asked is refused by its parameter', async (t) => {
  const { api, key } = await setUp(t);
  for (const [query, parameter] of [
    ['client=nonsense', 'client'],
    ['client=192.0.2.1,', 'client'],
    ['server=!', 'server'],
    ['agent_id=x', 'agent_id'],
    ['protocol=smoke', 'protocol'],
    ['slower_than_ms=-1', 'slower_than_ms'],
    [`query_type=${Array(21).fill('A').join(',')}`, 'query_type'],
    ['name=a..b', 'name'],
    ['suffix=', 'suffix'],
    ['name=b%C3%BC/x.example', 'name'],
    ['query_type=NONSENSE', 'query_type'],
    ['response_code=99999', 'response_code'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['limit=1001', 'limit'],
    ['cursor=nonsense', 'cursor'],
  ] as const) {
    const answer = await api.get(`${path}?${query}`, key);
    t.is(answer.status, 400, query);
    t.is((answer.body.details as { path: string }[])[0]?.path, parameter);
  }
});

test('an export is NDJSON or CSV, and no name becomes a formula', async (t) => {
  const { api, key, add } = await setUp(t);
  const now = Date.now() * 1_000;
  add({ queryName: '=cmd|calc.example', observedAt: now - 5 });
  add({ queryName: 'a,b"c.example', observedAt: now - 6 });
  // Where the comma stands before decimals, spreadsheets may begin a cell behind each semicolon.
  add({ queryName: 'a;=1+1;b.example', observedAt: now - 7 });
  add({ queryName: 'a;"=1+1".example', observedAt: now - 8 });
  const lines = (await api.get(`${path}?format=ndjson`, key)).text.trim().split('\n');
  t.deepEqual(
    lines.map((line) => JSON.parse(line).query_name),
    ['=cmd|calc.example', 'a,b"c.example', 'a;=1+1;b.example', 'a;"=1+1".example'],
  );
  const csv = await api.get(`${path}?format=csv`, key);
  t.regex(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const [header, one, two, three, four] = csv.text.split('\r\n');
  t.regex(header ?? '', /^timestamp,location_id/);
  t.true(one?.includes(",'=cmd|calc.example,"));
  t.true(two?.includes(',"a,b""c.example",'));
  t.true(two?.endsWith(',198.51.100.1'));
  t.true(three?.includes(String.raw`,a\059=1+1;b.example,`));
  t.true(four?.includes(String.raw`,"a\059""=1+1"".example",`));
});

test('an export that fails at once is answered with the error, one that fails later breaks off', async (t) => {
  const world = new FakeWorld();
  let failure: () => AsyncGenerator<StoredQuery[]> = async function* () {
    yield [];
  };
  const querySearch = { ...world.ports.querySearch, export: () => failure() };
  const api = await startTestApi(t, { world, parts: { ports: { ...world.ports, querySearch } } });
  const { key } = await world.addAccount('ada@example.com');
  for (const format of ['csv', 'ndjson']) {
    for (const [kind, status, code] of [
      ['limit', 400, 'question_too_large'],
      ['unavailable', 503, 'store_unavailable'],
    ] as const) {
      // biome-ignore lint/correctness/useYield: a store that is away gives nothing
      failure = async function* () {
        throw new StoreError(kind, 'no');
      };
      const answer = await api.get(`${path}?format=${format}`, key);
      t.is(answer.status, status, answer.text);
      t.is(answer.body.code, code);
    }
    failure = async function* () {
      yield [{ ...sampleRow(), locationId: 1, agentId: 1 }];
      throw new StoreError('unavailable', 'no');
    };
    await t.throwsAsync(api.get(`${path}?format=${format}`, key));
  }
  t.is(
    (await api.request(`${path}?format=csv`, { method: 'HEAD', headers: { 'x-api-key': key } })).status,
    200,
  );
});

test('what is for pages alone is refused of an export, which is whole', async (t) => {
  const { api, key, add } = await setUp(t);
  for (let index = 0; index < 3; index++) add({ observedAt: Date.now() * 1_000 - index });
  const cursor = (await api.get(`${path}?limit=1`, key)).body.next_cursor;
  for (const [query, parameter] of [
    [`cursor=${cursor}`, 'cursor'],
    ['limit=2', 'limit'],
  ] as const) {
    const answer = await api.get(`${path}?format=ndjson&${query}`, key);
    t.is(answer.status, 400, query);
    t.is((answer.body.details as { path: string }[])[0]?.path, parameter);
  }
  t.is((await api.get(path, key)).body.limit, 100);
});

import test, { type ExecutionContext } from 'ava';
import { allIndicators, indicatorNames } from '../../../support/detection/loaded-indicators.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/threat-intel/indicators';

async function startWithAdministrator(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('root@example.com', { administrator: true });
  const put = (source: string, type: string, body: string) =>
    api.request(`${path}/${source}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body,
    });
  const names = () => indicatorNames(api.world.indicators);
  return { api, key, put, names };
}

test('a list of lines: comments, hosts files, wildcards, spellings of one name', async (t) => {
  const { put, names, api } = await startWithAdministrator(t);
  const list = `# bad ones
Bad.Example.
*.bad.example
0.0.0.0 worse.example worst.example # hosts file

xn--mnchen-3ya.example
münchen.example
192.0.2.1
https://evil.example/x
127.0.0.1 localhost
::1 localhost ip6-localhost
some words that are no names
`;
  const answer = await put('local?severity=critical', 'text/plain', list);
  t.is(answer.status, 200, answer.text);
  t.like(answer.body, { source: 'local', count: 5, rejected: 3 });
  t.deepEqual(answer.body.errors, [
    { position: 8, message: 'is no domain name' },
    { position: 9, message: 'is no domain name' },
    { position: 12, message: 'is no domain name' },
  ]);
  t.deepEqual((await names()).toSorted(), [
    '*.bad.example',
    'bad.example',
    'worse.example',
    'worst.example',
    'xn--mnchen-3ya.example',
  ]);
  const { indicators } = await allIndicators(api.world.indicators);
  t.like(indicators[0], { severity: 'critical', threatType: 'malicious_domain', source: 'local' });
});

test('CSV and JSON say of each name what they know', async (t) => {
  const { put, api } = await startWithAdministrator(t);
  const csv =
    'Name, severity ,description\n"bad.example",low,"a, b"\nworse.example,,\nworst.example,dreadful,\n';
  t.like((await put('sheet', 'text/csv', csv)).body, { count: 2, rejected: 1 });
  const json =
    '["plain.example",{"name":"full.example","threat_type":"c2","severity":"critical"},{"name":"full.example","severity":"low"},5,{"x":1}]';
  t.like((await put('feed', 'application/json', json)).body, { count: 2, rejected: 2 });
  const { indicators } = await allIndicators(api.world.indicators);
  t.deepEqual(
    indicators.map(({ name, severity, threatType, description }) => [
      name,
      severity,
      threatType,
      description,
    ]),
    [
      ['bad.example', 'low', 'malicious_domain', 'a, b'],
      ['worse.example', 'high', 'malicious_domain', null],
      ['plain.example', 'high', 'malicious_domain', null],
      ['full.example', 'critical', 'c2', null],
    ],
  );
});

test('what is no list is refused and leaves the source as it was', async (t) => {
  const { put, names } = await startWithAdministrator(t);
  await put('local', 'text/plain', 'bad.example');
  for (const [type, body] of [
    ['text/plain', '192.0.2.1\n192.0.2.2\n'],
    ['application/json', '{"names":[]}'],
    ['application/json', '['],
    ['text/csv', 'host,severity\nbad.example,low\n'],
    ['text/csv', '"unclosed'],
  ] as const) {
    const answer = await put('local', type, body);
    t.is(answer.status, 400, body);
    t.is(answer.body.code, 'invalid_input', body);
  }
  t.is((await put('..%2fetc', 'text/plain', 'a.example')).status, 400);
  t.deepEqual(await names(), ['bad.example']);
});

test('sources are listed, replaced as a whole, emptied and deleted', async (t) => {
  const { api, key, put, names } = await startWithAdministrator(t);
  await put('local', 'text/plain', 'a.example\nb.example\n');
  await put('local', 'text/plain', 'c.example\n');
  t.deepEqual(await names(), ['c.example']);
  const listed = await api.get(path, key);
  t.is(listed.body.count, 1);
  t.like((listed.body.sources as object[])[0], { source: 'local', indicator_count: 1 });
  t.is((await put('local', 'text/plain', '# nothing\n')).body.count, 0);
  t.is((await api.send('DELETE', `${path}/local`, undefined, key)).status, 200);
  t.is((await api.send('DELETE', `${path}/local`, undefined, key)).status, 404);
});

test('a list is in force with the answer, and out of force when it is deleted', async (t) => {
  const { put, api, key } = await startWithAdministrator(t);
  await put('local', 'text/plain', 'bad.example\n');
  t.is(api.world.matcher.match('www.bad.example')?.source, 'local');
  await api.send('DELETE', `${path}/local`, undefined, key);
  t.is(api.world.matcher.match('www.bad.example'), undefined);
});

test('what a source says is listed in pages, and found by a part of a name', async (t) => {
  const { api, put } = await startWithAdministrator(t);
  const { key } = await api.world.addAccount('ada@example.com');
  await put(
    'local',
    'text/plain',
    Array.from({ length: 5 }, (_, index) => `host-${index}.example`).join('\n'),
  );
  const list = async (query: string) => (await api.get(`${path}/local${query}`, key)).body;
  const names = (body: Record<string, unknown>) =>
    (body.indicators as { name: string }[]).map(({ name }) => name);
  const first = await list('?limit=2');
  t.like(first, { source: 'local', indicator_count: 5, count: 2, limit: 2, next_cursor: 'host-1.example' });
  t.deepEqual(names(first), ['host-0.example', 'host-1.example']);
  t.like((first.indicators as object[])[0], { exact: false, first_seen: null, expires_at: null });
  const last = await list('?limit=3&cursor=host-1.example');
  t.deepEqual(names(last), ['host-2.example', 'host-3.example', 'host-4.example']);
  t.is(last.next_cursor, null);
  t.deepEqual(names(await list('?contains=ST-3')), ['host-3.example']);
  t.like(await list('?contains=nothing'), { count: 0, indicators: [], next_cursor: null });
  t.is((await api.get(`${path}/unknown`, key)).status, 404);
  t.is((await api.get(`${path}/local`)).status, 401);
});

import test from 'ava';
import { gatherThreats } from '../../../../collector/domain/detection/cases/gather-threats.ts';
import { addSighting } from '../../../support/fakes/threats/sightings.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/threats';

test('a threat is listed, shown and resolved with a note, and stays as it was resolved', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const threat = await addSighting(api.world.threats, location.id);

  const shown = await api.get(`${path}/${threat.id}`, key);
  t.like(shown.body, {
    id: threat.id,
    location_id: location.id,
    threat_type: 'malicious_domain',
    severity: 'high',
    status: 'open',
    subject: 'bad.example',
    client_ip: '192.0.2.7',
    query_name: 'www.bad.example',
    first_seen: '2026-03-14T09:26:53.589Z',
    resolved_at: null,
  });

  const resolved = await api.send('PUT', `${path}/${threat.id}/resolve`, { note: ' cleaned ' }, key);
  t.like(resolved.body, { status: 'resolved', resolution_note: 'cleaned' });
  const again = await api.send('PUT', `${path}/${threat.id}/resolve`, { note: 'later' }, key);
  t.is(again.body.resolution_note, 'cleaned');
  t.is(again.body.resolved_at, resolved.body.resolved_at);
});

test('a threat is resolved without a body too', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const threat = await addSighting(api.world.threats, (await api.world.addLocation(account.id, 'Office')).id);
  const resolved = await api.request(`${path}/${threat.id}/resolve`, {
    method: 'PUT',
    headers: { 'x-api-key': key },
  });
  t.like(resolved.body, { status: 'resolved', resolution_note: null });
});

test('threats are filtered by location, status and severity, and page', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const lab = await api.world.addLocation(account.id, 'Lab');
  await addSighting(api.world.threats, office.id);
  await addSighting(api.world.threats, lab.id, { severity: 'low' });
  const done = await addSighting(api.world.threats, lab.id, { subject: 'worse.example' });
  await api.send('PUT', `${path}/${done.id}/resolve`, {}, key);

  const count = async (query: string) => (await api.get(`${path}?${query}`, key)).body.count;
  t.is(await count(''), 3);
  t.is(await count(`location_id=${lab.id}`), 2);
  t.is(await count('status=resolved'), 1);
  t.is(await count('severity=low'), 1);
  t.is(await count(`location_id=${lab.id}&status=open&severity=high`), 0);
  const page = await api.get(`${path}?limit=1&offset=2`, key);
  t.is(page.body.count, 3);
  t.is((page.body.threats as unknown[]).length, 1);
  t.is((await api.get(`${path}?status=closed`, key)).status, 400);
  t.is((await api.get(`${path}?location_id=99`, key)).status, 404);
});

test('threats are filtered by more, counted by day, assigned, noted and changed together', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const { key: stranger } = await api.world.addAccount('eve@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const at = (day: string) => new Date(`${day}T12:00:00Z`);
  const add = (subject: string, change: object) =>
    addSighting(api.world.threats, location.id, { subject, ...change });
  const one = await add('one.example', { type: 'dga', observedAt: at('2026-03-01') });
  const two = await add('two.example', { type: 'dga', observedAt: at('2026-03-02') });
  const three = await add('three.example', { clientAddress: '192.0.2.99', observedAt: at('2026-03-02') });
  const path = '/api/v1/dns-monitoring/threats';
  const subjects = async (query: string) => {
    const { status, body, text } = await api.get(`${path}?${query}`, key);
    t.is(status, 200, text);
    return (body.threats as { subject: string }[]).map(({ subject }) => subject.split('.')[0]);
  };
  t.deepEqual(await subjects('type=dga'), ['two', 'one']);
  t.deepEqual(await subjects('type=!dga'), ['three']);
  t.deepEqual(await subjects('client=192.0.2.99'), ['three']);
  t.deepEqual(await subjects('subject=one.example'), ['one']);
  t.deepEqual(await subjects('from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z&by=first_seen'), [
    'three',
    'two',
  ]);
  t.is((await api.get(`${path}?client=nobody`, key)).status, 400);
  const counts = await api.get(`${path}/counts?type=dga`, key);
  t.like(counts.body, { count: 2 });
  t.deepEqual((counts.body.days as { day: string }[]).map(({ day }) => day).sort(), [
    '2026-03-01',
    '2026-03-02',
  ]);

  t.like((await api.send('PUT', `${path}/${one!.id}/owner`, { owner: ' Ada ' }, key)).body, { owner: 'Ada' });
  t.deepEqual(await subjects('owner=Ada'), ['one']);
  t.deepEqual(await subjects('owner='), ['three', 'two']);
  t.is((await api.send('PUT', `${path}/${one!.id}/owner`, { owner: 'Eve' }, stranger)).status, 404);

  t.is((await api.send('POST', `${path}/${one!.id}/notes`, { text: 'printer' }, key)).status, 201);
  t.is((await api.send('POST', `${path}/${one!.id}/notes`, { text: ' ' }, key)).status, 400);
  t.is((await api.get(`${path}/${one!.id}/notes`, stranger)).status, 404);
  t.like((await api.get(`${path}/${one!.id}/notes`, key)).body, { count: 1 });

  const bulk = (body: object, who = key) => api.send('POST', `${path}/bulk`, body, who);
  const resolved = await bulk({ action: 'resolve', ids: [one.id, two.id, two.id, 999_999], note: 'known' });
  t.is((resolved.body.changed as object[]).length, 2);
  t.deepEqual(resolved.body.not_found, [999_999]);
  t.deepEqual(await subjects('status=open'), ['three']);
  await add('one.example', { type: 'dga', observedAt: at('2026-03-05') });
  t.deepEqual((await bulk({ action: 'reopen', ids: [one.id] })).body.seen_again, [one.id]);
  t.is(
    ((await bulk({ action: 'assign', ids: [two.id, three.id], owner: null })).body.changed as object[])
      .length,
    2,
  );
  t.deepEqual((await bulk({ action: 'resolve', ids: [three.id] }, stranger)).body.not_found, [three.id]);
  t.is((await bulk({ action: 'resolve', ids: [] })).status, 400);
});

test('cases are listed, told as a story and resolved as a whole, to those who may see their location', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const stranger = await api.world.addAccount('eve@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const at = (time: string) => new Date(`2026-03-14T${time}:00.000Z`);
  await addSighting(api.world.threats, office.id, { observedAt: at('15:02') });
  await addSighting(api.world.threats, office.id, {
    type: 'dns_tunnel',
    source: 'detection',
    subject: 'carrier.example',
    observedAt: at('15:14'),
    firstObservedAt: at('15:04'),
    count: 341,
    message: 'much',
    evidence: {
      octets_up: 1_200_000,
      octets_down: 900,
      sample_names: ['a.carrier.example', 'b.carrier.example'],
    },
  });
  await api.world.cases.gather(gatherThreats);

  const cases = '/api/v1/dns-monitoring/cases';
  const listed = (await api.get(`${cases}?status=open`, key)).body;
  t.like(listed, { count: 1, limit: 100, offset: 0 });
  const [one] = listed.cases as { id: number }[];
  t.like(one!, {
    title: 'bad.example at 192.0.2.7: DNS tunnel, malicious domain',
    status: 'open',
    severity: 'high',
    client_ip: '192.0.2.7',
    cause: 'bad.example',
    threat_count: 2,
    query_count: 342,
  });
  t.is((await api.get(`${cases}?client=192.0.2.8`, key)).body.count, 0);
  t.is((await api.get(`${cases}?subject=carrier.example&severity=high`, key)).body.count, 1);
  t.is((await api.get(`${cases}?from=2026-03-14T15:20:00Z&to=2026-03-14T16:00:00Z`, key)).body.count, 0);

  const tell = async () =>
    (await api.get(`${cases}/${one!.id}`, key)).body as unknown as {
      story: { at: string; text: string }[];
      next_steps: string[];
      items: { id: number }[];
    };
  const told = await tell();
  t.deepEqual(
    told.story.map(({ at: time, text }) => `${time.slice(11, 16)} ${text}`),
    [
      '15:02 192.0.2.7 asked for www.bad.example, which local lists as a malicious domain.',
      '15:04 192.0.2.7 sent 1.2 MB up to carrier.example and got 900 octets down; for example a.carrier.example.',
      '15:14 Until then a DNS tunnel (carrier.example) was seen in 341 queries.',
    ],
  );
  t.regex(told.next_steps[0]!, /^Begin with the client/);
  t.is(told.items.length, 2);
  t.is((await api.get(`/api/v1/dns-monitoring/threats/${told.items[0]!.id}`, key)).body.case_id, one!.id);

  t.is((await api.get(cases, stranger.key)).body.count, 0);
  t.is((await api.get(`${cases}/${one!.id}`, stranger.key)).status, 404);
  t.is((await api.send('PUT', `${cases}/${one!.id}/resolve`, {}, stranger.key)).status, 404);
  t.is((await api.get(`${cases}?client=nobody`, key)).status, 400);

  const resolved = await api.send('PUT', `${cases}/${one!.id}/resolve`, { note: 'reinstalled' }, key);
  t.like(resolved.body, { status: 'resolved', open_threat_count: 0 });
  const after = await tell();
  t.deepEqual(after.next_steps, []);
  t.true(after.story.at(-1)!.text.endsWith('with the note "reinstalled".'));
  t.is((await api.get('/api/v1/dns-monitoring/threats?status=open', key)).body.count, 0);
});

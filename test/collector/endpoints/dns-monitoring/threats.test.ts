import test from 'ava';
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

import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/locations';

test('a location is created with a key that is shown once, and listed', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const created = await api.send('POST', path, { location_name: ' Office ', nonsense: 1 }, key);
  t.is(created.status, 201);
  t.is(created.body.location_name, 'Office');
  t.is(created.body.description, null);
  t.regex(String(created.body.api_key), /^sonde_loc_[0-9A-Za-z]{40}$/);
  t.regex(String(created.body.created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

  const listed = await api.get(path, key);
  t.is(listed.status, 200);
  t.is(listed.body.count, 1);
  t.false(listed.text.includes('api_key'));
});

test('locations of another account are not listed', async (t) => {
  const api = await startTestApi(t);
  const ada = await api.world.addAccount('ada@example.com');
  const eve = await api.world.addAccount('eve@example.com');
  await api.world.addLocation(ada.account.id, 'Office');
  t.is((await api.get(path, eve.key)).body.count, 0);
});

test('lists page, and limits are refused rather than clamped', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  for (const name of ['a', 'b', 'c']) await api.world.addLocation(account.id, name);
  const page = await api.get(`${path}?limit=1&offset=1`, key);
  t.is(page.body.count, 3);
  t.is((page.body.locations as { location_name: string }[])[0]?.location_name, 'b');
  for (const query of [
    'limit=abc',
    'limit=0',
    'limit=1001',
    'limit=',
    'limit=1e2',
    'limit=%201',
    'limit=1&limit=2',
  ]) {
    const refused = await api.get(`${path}?${query}`, key);
    t.is(refused.status, 400, query);
    t.is(refused.body.code, 'invalid_input', query);
    t.is((refused.body.details as { path: string }[])[0]?.path, 'limit', query);
  }
});

test('a location is renamed, keeps what is not named, and its key stops working when it is deleted', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const one = `${path}/${location.id}`;
  const described = await api.send('PUT', one, { description: 'second floor' }, key);
  t.is(described.status, 200);
  t.is(described.body.location_name, 'Office');
  t.is((await api.send('PUT', one, { location_name: 'Lab' }, key)).body.description, 'second floor');
  t.is((await api.send('PUT', one, { description: null }, key)).body.description, null);
  t.is(described.body.retention_days, null);
  t.is((await api.send('PUT', one, { retention_days: 7 }, key)).body.retention_days, 7);
  t.is((await api.send('PUT', one, { location_name: 'Lab' }, key)).body.retention_days, 7);
  t.is((await api.send('PUT', one, { retention_days: null }, key)).body.retention_days, null);
  t.is((await api.send('PUT', one, { retention_days: 0 }, key)).status, 400);

  const deleted = await api.send('DELETE', one, undefined, key);
  t.deepEqual(deleted.body, { id: location.id, deleted: true });
  t.is((await api.send('DELETE', one, undefined, key)).status, 404);
  const upload = await api.send('POST', '/api/v1/dns-monitoring/queries', { queries: [] }, location.key);
  t.is(upload.status, 401);
});

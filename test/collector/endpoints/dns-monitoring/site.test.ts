import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

test('what is known of a site is shown, and the operator corrects it', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const stranger = await api.world.addAccount('eve@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const site = `/api/v1/dns-monitoring/locations/${office.id}/site`;
  t.deepEqual((await api.get(site, key)).body, { location_id: office.id, roles: [], own_zones: [] });
  api.world.tuning.sites.push({
    locationId: office.id,
    roles: [
      { client: '192.0.2.1', role: 'scanner', since: 60, seen: 120 },
      { client: '192.0.2.2', role: 'shared', since: 60, seen: 180 },
    ],
    zones: [{ zone: 'corp.example', since: 0, seen: 60 }],
    past: [],
  });
  const settings = `/api/v1/dns-monitoring/locations/${office.id}/detection`;
  const said = {
    ownZones: ['*.Intern.Example.COM.'],
    roles: [
      { client: '192.0.2.99/24', role: 'none' },
      { client: '2001:DB8::25', role: 'mail_server' },
    ],
  };
  const changed = await api.send('PUT', settings, { changes: { site: said } }, key);
  t.is(changed.status, 200, changed.text);
  const { body } = await api.get(site, key);
  const learned = { source: 'learned', since: '1970-01-01T00:01:00.000Z' };
  const operator = { source: 'operator', since: null, last_seen: null };
  t.deepEqual(body, {
    location_id: office.id,
    roles: [
      { client: '192.0.2.0/24', role: 'none', ...operator },
      { client: '2001:db8::25', role: 'mail_server', ...operator },
      { client: '192.0.2.2', role: 'shared', ...learned, last_seen: '1970-01-01T00:03:00.000Z' },
      { client: '192.0.2.1', role: 'scanner', ...learned, last_seen: '1970-01-01T00:02:00.000Z' },
    ],
    own_zones: [
      { zone: 'intern.example.com', ...operator },
      {
        zone: 'corp.example',
        ...learned,
        since: '1970-01-01T00:00:00.000Z',
        last_seen: '1970-01-01T00:01:00.000Z',
      },
    ],
  });
  t.is((await api.get(site, stranger.key)).status, 404);
  for (const wrong of [
    { ownZones: ['no domain'] },
    { roles: [{ client: 'everybody', role: 'scanner' }] },
    { roles: [{ client: '192.0.2.1', role: 'queen' }] },
  ])
    t.is(
      (await api.send('PUT', settings, { changes: { site: wrong } }, key)).status,
      400,
      JSON.stringify(wrong),
    );
});

test('watched domains are kept in their normal form, each once', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const settings = `/api/v1/dns-monitoring/locations/${office.id}/detection`;
  const watch = (watched: string[]) =>
    api.send('PUT', settings, { changes: { lookalike: { watched, shortestLabel: 6 } } }, key);
  const { body } = await watch([' Example.COM. ', 'example.com', 'B\u00fccher.example']);
  t.deepEqual(body.changes, {
    lookalike: { watched: ['example.com', 'xn--bcher-kva.example'], shortestLabel: 6 },
  });
  t.is((await watch(['no domain'])).status, 400);
});

test('the coverage of ATT&CK comes as a layer, of a location without what is switched off there', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const stranger = await api.world.addAccount('eve@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const path = '/api/v1/dns-monitoring/attack-layer';
  const scoreOf = async (query: string) => {
    const { body } = await api.get(`${path}${query}`, key);
    const techniques = body.techniques as { techniqueID: string; score: number }[];
    return techniques.find(({ techniqueID }) => techniqueID === 'T1568.002')?.score;
  };
  t.is(await scoreOf(''), 1);
  await api.world.tuning.change(office.id, { disabled: ['dga'] });
  t.is(await scoreOf(`?location_id=${office.id}`), 0);
  t.is((await api.get(`${path}?location_id=${office.id}`, stranger.key)).status, 404);
});

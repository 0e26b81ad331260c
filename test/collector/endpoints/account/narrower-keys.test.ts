import test from 'ava';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';

const keys = '/api/account/api-keys';

test('an owner makes a key for a lesser role that ends, and it makes no key itself', async (t) => {
  const postgres = (await freshDatabase(t)).open();
  const { register, browser, api } = await startPeopleApi(t, postgres);
  await register('ada@example.com');
  const ada = browser();
  await ada.signIn('ada@example.com');
  const made = await ada.send('POST', keys, { label: 'report', role: 'viewer', expires_in_days: 7 });
  t.is(made.status, 201, made.text);
  t.is(made.body.role, 'viewer');
  t.is(Math.round((Date.parse(String(made.body.expires_at)) - Date.now()) / 86_400_000), 7);
  const key = String(made.body.api_key);
  t.is((await api.get(keys, key)).status, 200);
  t.is((await api.send('POST', keys, { label: 'more' }, key)).body.code, 'role_insufficient');
  t.is((await api.send('DELETE', `${keys}/${made.body.id}`, undefined, key)).body.code, 'role_insufficient');
  for (const body of [{ expires_in_days: 0 }, { role: 'root' }, { role: 'viewer', provisioning: true }]) {
    t.is((await ada.send('POST', keys, body)).status, 400, JSON.stringify(body));
  }

  const ending = await ada.send('POST', keys, { label: 'over', expires_in_days: 1 });
  await postgres.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [
    ending.body.id,
  ]);
  t.is((await api.get(keys, String(ending.body.api_key))).body.code, 'invalid_credential');
});

test('an owner makes keys for families, locations, networks and reading, which make none themselves', async (t) => {
  const postgres = (await freshDatabase(t)).open();
  const { register, browser, api } = await startPeopleApi(t, postgres);
  await register('ada@example.com');
  await register('eve@example.com');
  const ada = browser();
  await ada.signIn('ada@example.com');
  const eve = browser();
  await eve.signIn('eve@example.com');
  const add = async (who: typeof ada) =>
    (await who.send('POST', '/api/v1/dns-monitoring/locations', { location_name: 'Office' })).body as {
      id: number;
    };
  const own = (await add(ada)).id;
  const other = (await add(eve)).id;

  const bounds = {
    families: ['DNS monitoring', 'Account'],
    location_ids: [own],
    networks: ['127.0.0.1/32', '2001:db8::/32'],
    read_only: true,
  };
  const made = await ada.send('POST', keys, {
    label: 'wall',
    ...bounds,
    networks: ['127.0.0.1', '2001:DB8::/32'],
  });
  t.is(made.status, 201, made.text);
  t.like(made.body, bounds);
  const listed = (await ada.get(keys)).body.api_keys as { id: number }[];
  t.like(
    listed.find(({ id }) => id === made.body.id),
    bounds,
    'they are stored',
  );
  const key = String(made.body.api_key);
  t.is((await api.get(`/api/v1/dns-monitoring/threats?location_id=${own}`, key)).status, 200);
  t.is((await api.get(keys, key)).body.code, 'location_insufficient');
  t.is((await api.get('/api/domains', key)).body.code, 'family_insufficient');

  const account = await ada.send('POST', keys, { families: ['Account'] });
  t.is(
    (await api.send('POST', keys, { role: 'owner' }, String(account.body.api_key))).body.code,
    'scope_insufficient',
  );
  const ending = String((await ada.send('POST', keys, { expires_in_days: 2 })).body.api_key);
  t.is((await api.send('POST', keys, {}, ending)).body.code, 'forbidden', 'none that works longer');
  t.is((await api.send('POST', keys, { expires_in_days: 1 }, ending)).status, 201);

  for (const [body, path] of [
    [{ families: ['Nothing'] }, /^families/],
    [{ families: [] }, /^families/],
    [{ location_ids: [other] }, /^location_ids\.0$/],
    [{ networks: ['192.0.2.1/24'] }, /^networks\.0$/],
    [{ networks: ['192.0.2.0/33'] }, /^networks\.0$/],
    [{ networks: ['example.com'] }, /^networks\.0$/],
    [{ networks: [] }, /^networks/],
    [{ provisioning: true, read_only: true }, /^families$/],
  ] as const) {
    const { status, body: refused, text } = await ada.send('POST', keys, body);
    t.is(status, 400, text);
    t.regex((refused.details as { path: string }[])[0]!.path, path);
  }
});

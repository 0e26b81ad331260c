import test, { type ExecutionContext } from 'ava';
import { makeKey } from '../../../collector/domain/people/access/api-key.ts';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { accessRule } from '../../../collector/http/access/access-rule.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { type KeyBounds, noBounds } from '../../../collector/ports/accounts/key-bounds.ts';
import type { roles } from '../../../collector/ports/accounts/people.ts';
import { addSighting } from '../../support/fakes/threats/sightings.ts';
import { startTestApi } from '../../support/http/http.ts';
import { systemRandom } from '../../support/system-random.ts';

/** Operations that no sender's key is needed for. */
const ofAccounts = (endpoints as readonly Endpoint<never>[]).filter(
  ({ access }) => !['location', 'resolver', 'provisioning', 'session'].includes(access),
);

/** Operations that a key of an account may ask for at all. */
const operations = (endpoints as readonly Endpoint<never>[]).filter(
  ({ access }) => !['location', 'resolver', 'provisioning', 'session', 'public'].includes(access),
);

async function start(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account } = await api.world.addAccount('ada@example.com', {
    tier: 'enterprise',
    administrator: true,
  });
  const keyOf = async (more: {
    role?: (typeof roles)[number];
    expiresAt?: Date;
    bounds?: Partial<KeyBounds>;
    kind?: 'account' | 'admin';
  }) => {
    const { kind = 'account', bounds, ...rest } = more;
    const narrower = { ...rest, bounds: { ...noBounds, ...bounds } };
    const { key, prefix, hash } = makeKey(kind, systemRandom);
    const scope = { kind };
    await api.world.apiKeys.create({ accountId: account.id, scope, prefix, hash, label: 'x', ...narrower });
    return key;
  };
  return { api, keyOf, account };
}

const narrowed = /^(family|location|write|network|scope)_insufficient$/;

/** Asks every operation with a key, with paths whose ids are `id`; who says what each is to be refused with. */
async function walk(
  t: ExecutionContext,
  { api }: { api: Awaited<ReturnType<typeof start>>['api'] },
  key: string,
  refusal: (endpoint: Endpoint<never>) => string | undefined,
  ask: (path: string) => string = (path) => path,
): Promise<{ refused: number; open: number }> {
  const counts = { refused: 0, open: 0 };
  for (const endpoint of ofAccounts) {
    const path = ask(endpoint.path).replaceAll(/\{\w+\}/g, '999999');
    const answer = await api.request(path, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    const what = `${endpoint.method} ${path}: ${answer.text.slice(0, 200)}`;
    const wanted = endpoint.access === 'admin' ? 'scope_insufficient' : refusal(endpoint);
    if (endpoint.access === 'admin') t.regex(String(answer.body.code), narrowed, what);
    else if (wanted === undefined) t.notRegex(String(answer.body.code), narrowed, what);
    else t.is(answer.body.code, wanted, what);
    counts[wanted === undefined ? 'open' : 'refused']++;
  }
  return counts;
}

test('over every operation, a key for families opens these alone, and gives no rights', async (t) => {
  const { api, keyOf } = await start(t);
  const families = ['Account', 'Compliance'];
  const key = await keyOf({ bounds: { families } });
  const { refused, open } = await walk(t, { api }, key, ({ family, confirmed }) =>
    families.includes(family)
      ? confirmed === true
        ? 'scope_insufficient'
        : undefined
      : 'family_insufficient',
  );
  t.true(refused > 150);
  t.true(open > 10);
});

test('over every operation, a key that reads alone changes nothing', async (t) => {
  const { api, keyOf } = await start(t);
  const key = await keyOf({ bounds: { readOnly: true } });
  const harmless = new Set([
    '/api/v1/unbound/policy/preview',
    '/api/v1/dns-monitoring/agent-settings/preview',
    '/api/validate/dns-config',
  ]);
  const { refused, open } = await walk(t, { api }, key, ({ method, access, path }) =>
    method === 'GET' || access === 'public' || harmless.has(path) ? undefined : 'write_insufficient',
  );
  t.true(refused > 50);
  t.true(open > 50);
});

test('over every operation, a key for locations opens what is about one of these, and nothing else of the account', async (t) => {
  const { api, keyOf, account } = await start(t);
  const office = await api.world.addLocation(account.id, 'Office');
  const cellar = await api.world.addLocation(account.id, 'Cellar');
  const key = await keyOf({ bounds: { locationIds: [office.id] } });
  const public_ = ({ access, ownLocations }: Endpoint<never>) => access === 'public' || ownLocations === true;
  const closed = (endpoint: Endpoint<never>) =>
    public_(endpoint) && endpoint.method === 'GET' ? undefined : 'location_insufficient';
  const about = (id: number | undefined) => (path: string) =>
    path.replace('/locations/{id}', `/locations/${id ?? 999_999}`) +
    (id === undefined ? '' : `?location_id=${id}`);
  const asksPath = (path: string) => path.includes('/locations/{id}');
  const byLocation = (endpoint: Endpoint<never>) =>
    asksPath(endpoint.path) ||
    Object.hasOwn((endpoint.query as { shape?: object } | undefined)?.shape ?? {}, 'location_id');
  // What has to have a body is refused for that first where none is sent, and is tried by itself below.
  const tried = (endpoint: Endpoint<never>) => endpoint.method === 'GET';
  for (const id of [undefined, cellar.id, office.id]) {
    let open = 0;
    for (const endpoint of ofAccounts.filter(tried)) {
      if (endpoint.access === 'admin' || endpoint.access === 'session') continue;
      const path = about(id)(endpoint.path).replaceAll(/\{\w+\}/g, '999999');
      const answer = await api.get(path, key);
      const isOpen = closed(endpoint) === undefined || (byLocation(endpoint) && id === office.id);
      const what = `${path}: ${answer.text.slice(0, 200)}`;
      if (isOpen) t.notRegex(String(answer.body.code), narrowed, what);
      // Where other parameters are missing as well, these are told first.
      else
        t.regex(
          String(answer.body.code),
          byLocation(endpoint) ? /location_insufficient|invalid_input/ : narrowed,
          what,
        );
      if (isOpen && byLocation(endpoint)) open++;
    }
    t.is(open > 8, id === office.id);
  }
  const list = await api.get('/api/v1/dns-monitoring/locations', key);
  t.deepEqual(
    (list.body.locations as { id: number }[]).map(({ id }) => id),
    [office.id],
    'others are not even listed',
  );
  const exclude = (location_id?: number) =>
    api.send('POST', '/api/v1/dns-monitoring/exclusions', { domain: 'example.com', location_id }, key);
  t.is((await exclude(office.id)).status, 201);
  for (const id of [undefined, cellar.id]) t.is((await exclude(id)).body.code, 'location_insufficient');
  t.is(
    (await api.send('POST', '/api/v1/dns-monitoring/locations', { location_name: 'x' }, key)).body.code,
    'location_insufficient',
  );
});

test('a key for locations opens the threats of these, and those of others are as none', async (t) => {
  const { api, keyOf, account } = await start(t);
  const office = await api.world.addLocation(account.id, 'Office');
  const cellar = await api.world.addLocation(account.id, 'Cellar');
  const key = await keyOf({ bounds: { locationIds: [office.id] } });
  const [own, other] = [
    await addSighting(api.world.threats, office.id),
    await addSighting(api.world.threats, cellar.id),
  ];
  const threats = '/api/v1/dns-monitoring/threats';
  const calls = [
    ['GET', '', undefined, 200],
    ['GET', '/receipt', undefined, 200],
    ['GET', '/notes', undefined, 200],
    ['POST', '/notes', { text: 'seen' }, 201],
    ['PUT', '/owner', { owner: 'Ann' }, 200],
    ['PUT', '/resolve', {}, 200],
    ['PUT', '/reopen', {}, 200],
  ] as const;
  for (const [method, path, body, status] of calls) {
    const ask = (id: number) =>
      body === undefined
        ? api.get(`${threats}/${id}${path}`, key)
        : api.send(method, `${threats}/${id}${path}`, body, key);
    const answer = await ask(own.id);
    t.is(answer.status, status, `${method} ${path}: ${answer.text}`);
    t.is((await ask(other.id)).body.code, 'not_found', `${method} ${path}`);
  }
  const untouched = (await api.world.threats.find(account.id, other.id))!;
  t.is(untouched.resolvedAt, null);
  t.is(untouched.owner ?? null, null);
  const many = await api.send('POST', `${threats}/bulk`, { action: 'resolve', ids: [own.id] }, key);
  t.is(many.body.code, 'location_insufficient');
});

test('a key for networks is good for requests from there alone, whatever it is for', async (t) => {
  const { api, keyOf } = await start(t);
  const own = '/api/auth/me';
  t.is(
    (await api.get(own, await keyOf({ bounds: { networks: ['192.0.2.0/24', '127.0.0.0/8', '::1/128'] } })))
      .status,
    200,
  );
  for (const kind of ['account', 'admin'] as const) {
    const key = await keyOf({ kind, bounds: { networks: ['192.0.2.0/24', '2001:db8::/32'] } });
    for (const path of [own, '/api/domains', '/api/admin/accounts']) {
      const { status, body } = await api.get(path, key);
      t.is(body.code, 'network_insufficient', path);
      t.is(status, 403);
    }
  }
  const admin = await keyOf({ kind: 'admin', bounds: { networks: ['127.0.0.1/32', '::1/128'] } });
  t.is((await api.get('/api/admin/accounts', admin)).status, 200);
  t.is(
    (await api.send('POST', '/api/account/api-keys', {}, admin)).body.code,
    'scope_insufficient',
    'it makes no wider one',
  );
});

test('over every operation, a key for a lesser role may what a member with that role may', async (t) => {
  const { api, keyOf } = await start(t);
  let refused = 0;
  for (const role of ['analyst', 'auditor', 'viewer'] as const) {
    const key = await keyOf({ role });
    for (const endpoint of operations) {
      const answer = await api.request(endpoint.path.replaceAll(/\{\w+\}/g, '999999'), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
      const { needs, level } = accessRule(endpoint);
      const what = `${role}: ${endpoint.method} ${endpoint.path}: ${answer.text.slice(0, 200)}`;
      if (level === 'admin') t.is(answer.body.code, 'scope_insufficient', what);
      else if (!['viewer', role].includes(needs)) {
        t.is(answer.body.code, 'role_insufficient', what);
        refused++;
      } else t.notRegex(String(answer.body.code), /role_|scope_|credential/, what);
    }
  }
  t.true(refused > 30);
  const key = await keyOf({ role: 'analyst', kind: 'admin' });
  t.is(
    (await api.get('/api/admin/accounts', key)).body.code,
    'scope_insufficient',
    'no lesser key administrates',
  );
});

test('a key that has expired is as none', async (t) => {
  const { api, keyOf } = await start(t);
  const locations = '/api/v1/dns-monitoring/locations';
  t.is((await api.get(locations, await keyOf({ expiresAt: new Date(Date.now() + 60_000) }))).status, 200);
  t.is(
    (await api.get(locations, await keyOf({ expiresAt: new Date(Date.now() - 1) }))).body.code,
    'invalid_credential',
  );
});

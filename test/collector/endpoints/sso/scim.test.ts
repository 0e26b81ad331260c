import test, { type ExecutionContext } from 'ava';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startSsoApi } from '../../../support/sso/sso-api.ts';

const users = '/api/v2/scim/Users';

async function setUp(t: ExecutionContext) {
  const postgres = (await freshDatabase(t)).open();
  const sso = await startSsoApi(t, postgres);
  t.is((await sso.configure()).status, 200);
  const made = await sso.root.send('POST', '/api/account/api-keys', { label: 'idp', provisioning: true });
  const key = String(made.body.api_key);
  t.regex(key, /^sonde_scim_/);
  const scim = async (method: string, path: string, body?: object, by = key) => {
    const answer = await sso.api.request(path, {
      method,
      headers: {
        authorization: `Bearer ${by}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      ...answer,
      body: answer.text === '' ? {} : (JSON.parse(answer.text) as Record<string, unknown>),
    };
  };
  const setActive = (id: unknown, active: unknown) =>
    scim('PATCH', `${users}/${id}`, { Operations: [{ op: 'Replace', path: 'active', value: active }] });
  return { ...sso, postgres, key, scim, setActive };
}

test('a provider tells of somebody, who then signs in as that user, and takes him out at once', async (t) => {
  const { scim, setActive, configure, browser, provider, signIn, stores, owner } = await setUp(t);
  await configure({ just_in_time: false });
  t.is((await signIn(browser())).body.code, 'forbidden');
  const created = await scim('POST', users, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'Ada@acme.example',
    externalId: 'ada-in-the-directory',
    name: { givenName: 'Ada', familyName: 'Lovelace', formatted: 'x' },
    emails: [{ value: 'ada@acme.example', primary: true }],
    active: true,
  });
  t.is(created.status, 201, created.text);
  t.regex(created.headers.get('content-type')!, /^application\/scim\+json/);
  t.like(created.body, { userName: 'Ada@acme.example', active: true, name: { givenName: 'Ada' } });
  const { id } = created.body;
  t.is((await stores.members.list(owner.account.id)).length, 1, 'nobody is a member before he signs in');
  const again = await scim('POST', users, { userName: 'ADA@acme.example' });
  t.is(again.status, 409);
  t.like(again.body, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '409',
    scimType: 'uniqueness',
  });

  const ada = browser();
  t.is((await signIn(ada)).status, 200);
  const token = (await ada.get('/api/auth/me')).status;
  t.is(token, 200);
  const out = await setActive(id, 'False');
  t.is(out.status, 200, out.text);
  t.is(out.body.active, false);
  t.is((await ada.get('/api/auth/me')).status, 401, 'out at once');
  t.is((await signIn(browser())).body.code, 'forbidden', 'and not in again');
  t.is(
    (await scim('PUT', `${users}/${id}`, { userName: 'ada@acme.example' })).body.active,
    false,
    'nothing is said of it',
  );
  await setActive(id, true);
  t.is((await signIn(browser())).status, 200);
  const gone = await scim('DELETE', `${users}/${id}`);
  t.deepEqual([gone.status, gone.text], [204, '']);
  t.is((await scim('GET', `${users}/${id}`)).status, 404);
  t.is((await signIn(browser())).body.code, 'forbidden');
  t.is((await stores.members.list(owner.account.id)).length, 1);
  const log = JSON.stringify(
    await stores.audit.list({ accountId: owner.account.id }, { limit: 50, offset: 0 }),
  );
  for (const action of ['user_provisioned', 'user_changed', 'user_removed'])
    t.true(log.includes(action), action);
  provider.claims = {};
});

test('users are found by name, id and external id, in pages', async (t) => {
  const { scim } = await setUp(t);
  for (let index = 0; index < 5; index++) {
    await scim('POST', users, { userName: `user-${index}@acme.example`, externalId: `x"${index}` });
  }
  const found = async (query: Record<string, string>) => {
    const { body } = await scim('GET', `${users}?${new URLSearchParams(query)}`);
    const { Resources: resources, totalResults: all } = body as {
      Resources?: { userName: string; id: string }[];
      totalResults?: number;
    };
    return resources === undefined ? body.status : [all, resources.map(({ userName }) => userName[5])];
  };
  t.deepEqual(await found({ filter: 'userName eq "USER-3@acme.example"' }), [1, ['3']]);
  t.deepEqual(await found({ filter: 'externalId Eq "x\\"2"' }), [1, ['2']]);
  t.deepEqual(await found({ filter: 'id eq "nobody"' }), [0, []]);
  t.deepEqual(await found({ startIndex: '2', count: '2' }), [5, ['1', '2']]);
  t.deepEqual(await found({ startIndex: '-3', count: '0' }), [5, []]);
  t.deepEqual(await found({ startIndex: '6' }), [5, []]);
  for (const filter of [
    'userName co "x"',
    'password eq "x"',
    'userName eq x',
    'userName eq "x" or userName eq "y"',
    '__proto__ eq "x"',
    `userName eq "${"' OR 1=1 --"}" x`,
  ]) {
    t.is(await found({ filter }), '400', filter);
  }
  t.deepEqual(await found({ filter: `userName eq "' OR 1=1 --"` }), [0, []]);
});

test('the key opens this and nothing else, and nothing else opens this', async (t) => {
  const { api, scim, key, root, register, browser, accountAdministration, setActive } = await setUp(t);
  t.is((await api.request(users, {})).status, 401, 'without a key');
  t.is(
    (await scim('GET', users, undefined, 'sonde_scim_0123456789012345678901234567890123456789')).status,
    401,
  );
  const account = await root.send('POST', '/api/account/api-keys', { label: 'x' });
  t.is(
    (await scim('GET', users, undefined, String(account.body.api_key))).status,
    403,
    'a key of the account',
  );
  t.is((await root.get(users)).status, 403, 'a session');
  for (const path of [
    '/api/auth/me',
    '/api/v2/sso/config',
    '/api/account/members',
    '/api/v1/dns-monitoring/locations',
  ]) {
    t.is((await scim('GET', path)).status, 403, path);
  }
  t.is(
    (await scim('POST', '/api/account/api-keys', { label: 'x' }, String(account.body.api_key))).status,
    415,
    'SCIM is taken by SCIM alone',
  );
  const both = { administrator: true, provisioning: true };
  t.is((await root.send('POST', '/api/account/api-keys', both)).status >= 400, true);
  // Users of another account are nobody's.
  const { body: mine } = await scim('POST', users, { userName: 'ada@acme.example' });
  const other = await register('eve@evil.example');
  await accountAdministration.setTier(other.account.id, 'enterprise');
  const eve = browser();
  await eve.signIn('eve@evil.example');
  const made = await eve.send('POST', '/api/account/api-keys', { provisioning: true });
  const evil = String(made.body.api_key);
  for (const method of ['GET', 'DELETE'] as const) {
    t.is((await scim(method, `${users}/${mine.id}`, undefined, evil)).status, 404, method);
  }
  t.is((await scim('PUT', `${users}/${mine.id}`, { userName: 'x' }, evil)).status, 404);
  t.like((await scim('GET', users, undefined, evil)).body, { totalResults: 0 });
  t.is((await setActive(mine.id, 'perhaps')).status, 400);
  t.is(key.length > 40, true);
});

test('the last owner stays, and members whom the provider does not know are not its to put out', async (t) => {
  const { scim, setActive, root, setOut, finish, provider, browser } = await setUp(t);
  t.like((await scim('GET', users)).body, { totalResults: 0 }, 'the owner is none of its users');
  const { ticket, asked } = await setOut(root, '/api/auth/sso/link');
  t.is((await finish(root, ticket, provider.answer(asked), '/api/auth/sso/link')).status, 200);
  const { body } = await scim('GET', users);
  const [{ id }] = body.Resources as [{ id: string }];
  t.is((await setActive(id, false)).status, 409);
  t.is((await scim('DELETE', `${users}/${id}`)).status, 409);
  t.is((await scim('GET', `${users}/${id}`)).body.active, true);
  t.is((await browser().signIn('root@acme.example')).status, 200);
});

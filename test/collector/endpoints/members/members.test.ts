import test, { type ExecutionContext } from 'ava';
import { mostMembers } from '../../../../collector/domain/people/members/members.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { type Browser, startPeopleApi } from '../../../support/http/people-api.ts';

const path = '/api/account/members';
const secret = 'a password of mine';

/** An account with an owner who is signed in, and the ways to take others in. */
async function setUp(t: ExecutionContext) {
  const postgres = (await freshDatabase(t)).open();
  const people = await startPeopleApi(t, postgres);
  await people.register('ada@example.com');
  const ada = people.browser();
  await ada.signIn('ada@example.com');
  const take = async (email: string, role: string) => {
    const added = await ada.send('POST', path, { email, role });
    t.is(added.status, 201, added.text);
    const { member, setup_link: link } = added.body as {
      member: { id: number; has_password: boolean };
      setup_link: { path: string };
    };
    t.false(member.has_password);
    const token = link.path.split('#')[1]!;
    const browser = people.browser();
    const redeemed = await browser.send('POST', '/api/auth/setup', { token, password: secret });
    t.is(redeemed.status, 200, redeemed.text);
    return { id: member.id, browser };
  };
  return { ...people, ada, take };
}

const roleOf = async (browser: Browser) =>
  ((await browser.get('/api/auth/me')).body.member as { role: string } | undefined)?.role;

test('an owner takes members in, who set their passwords and sign in with their roles', async (t) => {
  const { ada, take, browser } = await setUp(t);
  const ann = await take('Ann@example.com', 'analyst');
  t.is(await roleOf(ann.browser), 'analyst');
  const listed = await ann.browser.get(path);
  t.like(listed.body, { count: 2 });
  t.like((listed.body.members as object[])[1], {
    email: 'ann@example.com',
    role: 'analyst',
    has_password: true,
  });
  const again = browser();
  t.like((await again.signIn('ann@example.com', secret)).body, {
    member: { role: 'analyst' },
    user: { email: 'ada@example.com' },
  });
  const token = await again.send('POST', '/api/auth/login', { email: 'ann@example.com', password: secret });
  const byToken = await again.send(
    'POST',
    path,
    { email: 'x@example.com', role: 'owner' },
    {
      cookie: '',
      authorization: `Bearer ${token.body.token}`,
    },
  );
  t.is(byToken.body.code, 'role_insufficient', 'a token has the role of its person');
  const twice = await ada.send('POST', path, { email: 'ANN@example.com', role: 'owner' });
  t.is(twice.body.code, 'conflict');
  t.regex(String(twice.body.error), /of a member already.*(?:role|setup link) instead/);
});

test('nobody raises his own role, or anybody, without being an owner', async (t) => {
  const { take, ada } = await setUp(t);
  for (const role of ['analyst', 'viewer']) {
    const { id, browser } = await take(`${role}@example.com`, role);
    const attempts = [
      await browser.send('PUT', `${path}/${id}`, { role: 'owner' }),
      await browser.send('POST', path, { email: `friend-of-${role}@example.com`, role: 'owner' }),
      await browser.send('POST', '/api/account/api-keys', { label: 'a way around' }),
      await browser.send('POST', `${path}/1/setup-link`),
      await browser.send('DELETE', `${path}/1`),
      await browser.send('POST', '/api/admin/setup-links', {}),
    ];
    for (const { status, body } of attempts) {
      t.is(status, 403);
      t.true(['role_insufficient', 'scope_insufficient'].includes(String(body.code)), String(body.code));
    }
    t.is(await roleOf(browser), role);
  }
  t.is((await ada.get(path)).body.count, 3);
});

test('a role holds from the next request on, and a removed member is out at once', async (t) => {
  const { take, ada, browser } = await setUp(t);
  const { id, browser: bob } = await take('bob@example.com', 'owner');
  t.is((await bob.send('POST', '/api/account/api-keys', { label: 'x' })).status, 201);
  t.is((await ada.send('PUT', `${path}/${id}`, { role: 'viewer' })).status, 200);
  t.is((await bob.send('POST', '/api/account/api-keys', { label: 'x' })).body.code, 'role_insufficient');
  const token = await browser().send('POST', '/api/auth/login', {
    email: 'bob@example.com',
    password: secret,
  });
  t.is((await ada.send('DELETE', `${path}/${id}`)).status, 200);
  t.is((await bob.get('/api/auth/me')).status, 401);
  const authorization = `Bearer ${token.body.token}`;
  t.is((await browser().send('GET', '/api/auth/me', undefined, { authorization })).status, 401);
  t.is((await browser().signIn('bob@example.com', secret)).status, 401);
  t.is((await ada.send('DELETE', `${path}/${id}`)).status, 404);
  await take('bob@example.com', 'viewer');
});

test('an account keeps an owner, whatever is changed at once', async (t) => {
  const { take, ada } = await setUp(t);
  const first = ((await ada.get(path)).body.members as { id: number }[])[0]!.id;
  t.is((await ada.send('PUT', `${path}/${first}`, { role: 'viewer' })).body.code, 'conflict');
  t.is((await ada.send('DELETE', `${path}/${first}`)).body.code, 'conflict');
  const { id, browser: bob } = await take('bob@example.com', 'owner');
  const both = await Promise.all([
    ada.send('DELETE', `${path}/${id}`),
    bob.send('PUT', `${path}/${first}`, { role: 'viewer' }),
  ]);
  const done = both.filter(({ status }) => status === 200).length;
  t.true(done <= 1, 'they do not depose each other');
});

test('members of another account are nobody', async (t) => {
  const { take, register, browser } = await setUp(t);
  const { id } = await take('bob@example.com', 'viewer');
  await register('eve@example.com');
  const eve = browser();
  await eve.signIn('eve@example.com');
  t.is((await eve.get(path)).body.count, 1);
  t.is((await eve.send('PUT', `${path}/${id}`, { role: 'owner' })).status, 404);
  t.is((await eve.send('DELETE', `${path}/${id}`)).status, 404);
  t.is((await eve.send('POST', `${path}/${id}/setup-link`)).status, 404);
});

test('an owner makes another link for who forgot his password, but not for a member of other accounts', async (t) => {
  const { take, ada, browser, stores, register } = await setUp(t);
  const { id, browser: bob } = await take('bob@example.com', 'viewer');
  const link = await ada.send('POST', `${path}/${id}/setup-link`);
  const token = String(link.body.path).split('#')[1]!;
  t.is((await browser().send('POST', '/api/auth/setup', { token, password: 'another one' })).status, 200);
  t.is((await bob.get('/api/auth/me')).status, 401, 'sessions of before are over');
  const eve = await register('eve@example.com');
  t.is(await stores.members.isAlone(eve.account.id, eve.person.id), true);
  t.is(await stores.members.isAlone(eve.account.id, id), undefined);
});

test('members have a bound, also where many are added at once', async (t) => {
  const { stores, register } = await setUp(t);
  const { account } = await register('eve@example.com');
  const added = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      stores.members.add(
        {
          accountId: account.id,
          email: `m${index}@example.com`,
          firstName: null,
          lastName: null,
          role: 'viewer',
        },
        5,
      ),
    ),
  );
  t.is(added.filter((member) => typeof member === 'object').length, 4);
  t.true(mostMembers >= 100);
});

test('an administrator manages everybody but owners, and makes nobody and no key one', async (t) => {
  const { take, ada } = await setUp(t);
  const { id: adaId } = ((await ada.get(path)).body.members as { id: number }[])[0]!;
  const { browser: bea, id: beaId } = await take('bea@example.com', 'administrator');
  const { id: annId } = await take('ann@example.com', 'viewer');
  const keys = '/api/account/api-keys';
  for (const [method, where, body] of [
    ['POST', path, { email: 'x@example.com', role: 'owner' }],
    ['PUT', `${path}/${annId}`, { role: 'owner' }],
    ['PUT', `${path}/${beaId}`, { role: 'owner' }],
    ['PUT', `${path}/${adaId}`, { role: 'viewer' }],
    ['DELETE', `${path}/${adaId}`, undefined],
    ['POST', `${path}/${adaId}/setup-link`, undefined],
    ['DELETE', `${path}/${adaId}/second-factors`, undefined],
    ['POST', keys, { role: 'owner' }],
    ['POST', keys, { provisioning: true }],
  ] as const) {
    const { body: refused, text } = await bea.send(method, where, body);
    t.is(refused.code, 'role_insufficient', `${method} ${where}: ${text}`);
  }
  t.is(await roleOf(ada), 'owner');
  const made = await bea.send('POST', keys, { label: 'hers' });
  t.is(made.body.role, 'administrator', 'a key may what who makes it may');
  t.is((await bea.send('PUT', `${path}/${annId}`, { role: 'auditor' })).status, 200);
  t.is((await bea.send('POST', path, { email: 'new@example.com', role: 'administrator' })).status, 201);
  t.is((await bea.send('DELETE', `${path}/${annId}`)).status, 200);
});

test('an auditor reads the record, and changes nothing', async (t) => {
  const { take } = await setUp(t);
  const { browser } = await take('aud@example.com', 'auditor');
  t.is((await browser.get('/api/account/audit-log')).status, 200);
  t.is((await browser.get('/api/account/audit-log/verify')).body.intact, true);
  const attempt = await browser.send('POST', '/api/v1/dns-monitoring/locations', { location_name: 'x' });
  t.is(attempt.body.code, 'role_insufficient');
});

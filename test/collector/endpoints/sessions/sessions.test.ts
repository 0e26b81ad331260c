import test, { type ExecutionContext } from 'ava';
import { attemptLimits } from '../../../../collector/domain/people/accounts/log-in.ts';
import { cookieNames } from '../../../../collector/http/session/session-cookie.ts';
import { installationId } from '../../../../collector/storage/postgres/accounts/installation.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { password, startPeopleApi } from '../../../support/http/people-api.ts';

const me = '/api/auth/me';
const hour = 3_600_000;

async function setUp(t: ExecutionContext, trustedProxies: string[] = []) {
  const database = await freshDatabase(t);
  const postgres = database.open();
  const people = await startPeopleApi(t, postgres, { trustedProxies });
  const owner = await people.register('ada@example.com');
  return { ...people, owner, database, names: cookieNames(await installationId(postgres)) };
}

test('one signs in, is known by the cookie alone, and signs out', async (t) => {
  const { browser, names, owner } = await setUp(t);
  const ada = browser();
  const answer = await ada.signIn(' Ada@example.com');
  t.is(answer.status, 200, answer.text);
  t.like(answer.body, {
    user: { email: 'ada@example.com' },
    member: { role: 'owner' },
    session: { current: true },
  });
  const cookie = answer.headers.get('set-cookie')!;
  t.regex(
    cookie,
    new RegExp(`^${names.plain}=[\\w-]{43}; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict$`),
  );
  const token = cookie.split(/[=;]/)[1]!;
  t.false(answer.text.includes(token), 'no page ever sees it');
  const known = await ada.get(me);
  t.like(known.body, { member: { id: owner.person.id, role: 'owner' }, session: { confirmed: true } });
  t.is((await ada.send('GET', me, undefined, { cookie: '', authorization: `Bearer ${token}` })).status, 401);
  const old = ada.cookie!;
  const out = await ada.send('DELETE', '/api/auth/session');
  t.is(out.status, 200);
  t.regex(out.headers.get('set-cookie')!, /=; Path=\/; Max-Age=0;/);
  t.is((await ada.get(me)).status, 401);
  ada.cookie = old;
  t.is((await ada.get(me)).status, 401, 'the cookie that somebody kept is worth nothing');
});

test('what the store keeps opens nothing', async (t) => {
  const { browser, database } = await setUp(t);
  const ada = browser();
  await ada.signIn('ada@example.com');
  const [row] = await database.open().query<{ hash: Buffer }>('SELECT hash FROM sessions');
  const name = ada.cookie!.split('=')[0]!;
  for (const stolen of [row!.hash.toString('base64url'), row!.hash.toString('hex')]) {
    ada.cookie = `${name}=${stolen}`;
    t.is((await ada.get(me)).status, 401);
  }
});

test('a session that a stranger fixed beforehand is not the one that is signed in', async (t) => {
  const { browser, names } = await setUp(t);
  const ada = browser();
  const fixed = `${names.plain}=${'a'.repeat(43)}`;
  ada.cookie = fixed;
  t.is((await ada.signIn('ada@example.com')).status, 200);
  t.not(ada.cookie, fixed);
  const eve = browser();
  eve.cookie = fixed;
  t.is((await eve.get(me)).status, 401);
  // Nor is it one that the stranger began himself: signing in leaves it and ends it.
  const first = ada.cookie;
  t.is((await ada.signIn('ada@example.com')).status, 200);
  t.not(ada.cookie, first);
  eve.cookie = first;
  t.is((await eve.get(me)).status, 401);
  ada.cookie = `${first}; ${names.plain}=${'b'.repeat(43)}`;
  t.is((await ada.get(me)).body.code, 'invalid_credential', 'two that differ');
});

test('a change by cookie has to come from our own pages', async (t) => {
  const { browser, api, stores, owner } = await setUp(t);
  const ada = browser();
  await ada.signIn('ada@example.com');
  const make = (headers: Record<string, string>) =>
    api.request('/api/account/api-keys', {
      method: 'POST',
      headers: { cookie: ada.cookie!, 'content-type': 'application/json', ...headers },
      body: '{"label":"x"}',
    });
  const port = new URL(api.url).port;
  const cross: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-site', origin: api.url },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${Number(port) + 1}` },
    { origin: `http://127.0.0.1.evil.example:${port}` },
    { origin: `${api.url}.evil.example` },
    { origin: `${api.url}/` },
  ];
  for (const headers of cross) {
    const answer = await make(headers);
    t.is(answer.status, 403, JSON.stringify(headers));
    t.is(answer.body.code, 'cross_site_request');
  }
  t.is((await stores.apiKeys.list(owner.account.id)).length, 0);
  t.is((await make({ 'sec-fetch-site': 'same-origin' })).status, 201);
  t.is((await make({ origin: api.url })).status, 201);
  const form = await api.request('/api/account/api-keys', {
    method: 'POST',
    headers: { cookie: ada.cookie!, 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' },
    body: '{"label":"x"}',
  });
  t.is(form.status, 415);
  t.is((await stores.apiKeys.list(owner.account.id)).length, 2);
});

test('a page on another port reads as nobody, and no page of another origin signs anybody in', async (t) => {
  const { browser, api } = await setUp(t);
  const ada = browser();
  await ada.signIn('ada@example.com');
  for (const site of ['same-site', 'cross-site']) {
    t.is((await ada.send('GET', me, undefined, { 'sec-fetch-site': site })).status, 401);
    t.is(
      (await browser({ 'sec-fetch-site': site }).signIn('ada@example.com')).body.code,
      'cross_site_request',
    );
  }
  t.is((await ada.send('GET', me, undefined, { 'sec-fetch-site': 'none' })).status, 200);
  t.is((await browser({ origin: 'http://evil.example' }).signIn('ada@example.com')).status, 403);
  t.is((await browser({ origin: api.url }).signIn('ada@example.com')).status, 200);
});

test('cookies of another installation on this host are none of ours', async (t) => {
  const here = await setUp(t);
  const there = await setUp(t);
  const ada = here.browser();
  await ada.signIn('ada@example.com');
  const other = there.browser();
  await other.signIn('ada@example.com');
  t.not(here.names.plain, there.names.plain);
  // A browser sends both to both, since cookies know no ports.
  const both = `${ada.cookie}; ${other.cookie}`;
  const [own, foreign] = [ada.cookie, other.cookie];
  ada.cookie = both;
  other.cookie = both;
  t.is((await ada.get(me)).status, 200);
  t.is((await other.get(me)).status, 200);
  ada.cookie = foreign;
  t.is((await ada.get(me)).status, 401);
  const renamed = here.browser();
  renamed.cookie = `${here.names.plain}=${foreign!.split('=')[1]}`;
  t.is((await renamed.get(me)).status, 401);
  other.cookie = own;
  t.is((await other.get(me)).status, 401);
});

test('over TLS the cookie is bound to this host, and one that came without is not looked at', async (t) => {
  const { browser, names, api } = await setUp(t, ['127.0.0.1']);
  const proxied = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'sonde.example',
    'sec-fetch-site': 'same-origin',
  };
  const ada = browser(proxied);
  const answer = await ada.signIn('ada@example.com');
  t.regex(
    answer.headers.get('set-cookie')!,
    new RegExp(`^${names.secure}=[\\w-]{43}; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$`),
  );
  t.true(names.secure.startsWith('__Host-'));
  t.is((await ada.get(me)).status, 200);
  const plain = browser();
  await plain.signIn('ada@example.com');
  const planted = browser(proxied);
  planted.cookie = plain.cookie;
  t.is((await planted.get(me)).status, 401);
  const behind = browser({
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'sonde.example',
    origin: 'https://sonde.example',
  });
  t.is((await behind.signIn('ada@example.com')).status, 200);
  t.is((await behind.send('POST', '/api/account/api-keys', { label: 'x' })).status, 201);
  const downgraded = await behind.send(
    'POST',
    '/api/account/api-keys',
    {},
    { origin: 'http://sonde.example' },
  );
  t.is(downgraded.body.code, 'cross_site_request');
  // A proxy that nobody told us of: the page itself says that it came over TLS.
  const untold = await setUp(t);
  const host = new URL(untold.api.url).host;
  const signedIn = await untold.browser({ origin: `https://${host}` }).signIn('ada@example.com');
  t.regex(signedIn.headers.get('set-cookie')!, /^__Host-.*; Secure$/);
  t.not(api.url, untold.api.url);
});

test('nobody is let in by forwarded headers of whoever is no proxy', async (t) => {
  const { browser, api } = await setUp(t);
  const ada = browser();
  await ada.signIn('ada@example.com');
  const answer = await api.request('/api/account/api-keys', {
    method: 'POST',
    headers: {
      cookie: ada.cookie!,
      'content-type': 'application/json',
      origin: 'http://evil.example',
      'x-forwarded-host': 'evil.example',
    },
    body: '{}',
  });
  t.is(answer.body.code, 'cross_site_request');
});

test('a session ends after eight hours without use, and after seven days', async (t) => {
  const { browser, clock } = await setUp(t);
  const ada = browser();
  await ada.signIn('ada@example.com');
  for (let day = 0; day < 6; day++) {
    for (let use = 0; use < 4; use++) {
      clock.ahead += 6 * hour;
      t.is((await ada.get(me)).status, 200);
    }
  }
  clock.ahead += 8 * hour + 1_000;
  t.is((await ada.get(me)).status, 401, 'nobody was there');
  await ada.signIn('ada@example.com');
  for (let use = 0; use < 27; use++) {
    clock.ahead += 6 * hour;
    t.is((await ada.get(me)).status, 200);
  }
  clock.ahead += 6 * hour + 1_000;
  t.is((await ada.get(me)).status, 401, 'seven days are over');
});

test('sessions are listed, and ended one by one or all but this one', async (t) => {
  const { browser, register } = await setUp(t);
  const [here, there, phone] = [browser(), browser(), browser()];
  for (const one of [here, there, phone]) await one.signIn('ada@example.com');
  await register('eve@example.com');
  const eve = browser();
  await eve.signIn('eve@example.com');
  const list = async () =>
    (await here.get('/api/auth/sessions')).body.sessions as { id: number; current: boolean }[];
  const before = await list();
  t.deepEqual(
    before.map(({ current }) => current),
    [false, false, true],
  );
  t.is((await eve.send('DELETE', `/api/auth/sessions/${before[0]!.id}`)).status, 404);
  t.is((await here.send('DELETE', `/api/auth/sessions/${before[0]!.id}`)).status, 200);
  t.is((await phone.get(me)).status, 401);
  t.is((await there.get(me)).status, 200);
  t.deepEqual((await here.send('DELETE', '/api/auth/sessions')).body, { ended: 1 });
  t.is((await there.get(me)).status, 401);
  t.is((await here.get(me)).status, 200);
  t.is((await eve.get(me)).status, 200);
  await there.signIn('ada@example.com');
  t.is((await here.send('POST', '/api/auth/logout-everywhere')).status, 200);
  t.is((await there.get(me)).status, 401);
  t.is((await here.get(me)).status, 401);
});

test('a new password ends the sessions but the one that set it', async (t) => {
  const { browser } = await setUp(t);
  const [here, there] = [browser(), browser()];
  for (const one of [here, there]) await one.signIn('ada@example.com');
  const body = { current_password: password, new_password: 'battery staple' };
  t.is((await here.send('PUT', '/api/auth/password', { ...body, current_password: 'guess' })).status, 401);
  t.is((await there.get(me)).status, 200);
  t.is((await here.send('PUT', '/api/auth/password', body)).status, 200);
  t.is((await there.get(me)).status, 401);
  t.is((await here.get(me)).status, 200);
});

test('after ten minutes the password is asked for again before keys, and guesses are counted', async (t) => {
  const { browser, clock } = await setUp(t);
  const ada = browser();
  await ada.signIn('ada@example.com');
  const make = () => ada.send('POST', '/api/account/api-keys', { label: 'x' });
  t.is((await make()).status, 201);
  clock.ahead += 10 * 60_000 + 1_000;
  const refused = await make();
  t.is(refused.status, 403);
  t.is(refused.body.code, 'confirmation_required');
  t.is((await ada.get('/api/account/api-keys')).status, 200);
  const confirm = (secret: string) => ada.send('POST', '/api/auth/session/confirm', { password: secret });
  t.is((await confirm('guess')).body.code, 'wrong_credentials');
  t.is((await make()).status, 403);
  t.is((await confirm(password)).status, 200);
  t.is((await make()).status, 201);
  for (let guess = 0; guess < attemptLimits.pair; guess++) await confirm('guess');
  t.is((await confirm(password)).status, 429);
});

test('what a session reads is not for the day, and bounded by the burst', async (t) => {
  const { browser, counted } = await setUp(t);
  const ada = browser();
  await ada.signIn('ada@example.com');
  counted.days = 0;
  for (let read = 0; read < 5; read++) await ada.get('/api/account/api-keys');
  t.deepEqual(counted, { days: 0, bursts: 5 });
  await ada.send('POST', '/api/account/api-keys', { label: 'x' });
  t.is(counted.days, 1);
});

test('a hundred sessions are enough: one more ends the oldest', async (t) => {
  const { browser, stores, owner } = await setUp(t);
  const ada = browser();
  await ada.signIn('ada@example.com');
  const more = Array.from({ length: 100 }, (_, index) =>
    stores.sessions.begin({
      personId: owner.person.id,
      accountId: owner.account.id,
      hash: Buffer.alloc(32, index + 1),
      at: new Date(),
      address: '192.0.2.1',
      userAgent: null,
      most: 100,
    }),
  );
  await Promise.all(more);
  t.is((await ada.get(me)).status, 401);
});

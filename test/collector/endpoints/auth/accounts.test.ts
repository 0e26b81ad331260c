import test, { type ExecutionContext } from 'ava';
import { attemptLimits } from '../../../../collector/domain/people/accounts/log-in.ts';
import { PasswordHasher } from '../../../../collector/domain/people/accounts/password-hash.ts';
import { mostRegistrations } from '../../../../collector/domain/people/accounts/register.ts';
import { looksLikeToken, tokenAuthentication } from '../../../../collector/domain/people/accounts/tokens.ts';
import type { HttpSettings } from '../../../../collector/http/create-app.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { systemRandom } from '../../../support/system-random.ts';

const someone = { email: ' Ada@Example.COM ', password: 'correct horse', first_name: 'Ada' };

/** The API with tokens as credentials beside keys. */
async function startApi(t: ExecutionContext, settings: Partial<HttpSettings> = {}) {
  const world = new FakeWorld();
  const byToken = tokenAuthentication(world.tokens, world.credentials);
  const api = await startTestApi(t, {
    world,
    settings,
    wrapAuthenticate: (byKey) => (credential) =>
      looksLikeToken(credential) ? byToken(credential) : byKey(credential),
  });
  return { ...api, world };
}

test('one registers, logs in, and is known by the token', async (t) => {
  const api = await startApi(t);
  const registered = await api.send('POST', '/api/auth/register', someone);
  t.is(registered.status, 201, registered.text);
  t.like(registered.body, {
    success: true,
    user: { email: 'ada@example.com', first_name: 'Ada', tier: 'free' },
  });
  const { email, password } = someone;
  const loggedIn = await api.send('POST', '/api/auth/login', { email, password });
  t.is(loggedIn.status, 200);
  for (const token of [registered.body.token, loggedIn.body.token]) {
    const me = await api.get('/api/auth/me', String(token));
    t.like(me.body.user, { email: 'ada@example.com', last_name: null });
  }
  t.false(registered.text.includes('password'));
});

test('a login renews a hash that was made by older means, and signs nobody out', async (t) => {
  const api = await startApi(t);
  const token = String((await api.send('POST', '/api/auth/register', someone)).body.token);
  const { email, password } = someone;
  const before = new PasswordHasher(systemRandom, { kind: 'scrypt', N: 2 ** 10, r: 8, p: 1 });
  const person = (await api.world.credentials.find('ada@example.com'))!;
  await api.world.credentials.renewHash(person.person.id, person.passwordHash!, await before.hash(password));
  t.is((await api.send('POST', '/api/auth/login', { email, password: 'correct horsf' })).status, 401);
  t.regex(String((await api.world.credentials.find('ada@example.com'))?.passwordHash), /^scrypt/);
  for (let time = 0; time < 2; time++)
    t.is((await api.send('POST', '/api/auth/login', { email, password })).status, 200);
  t.regex(String((await api.world.credentials.find('ada@example.com'))?.passwordHash), /^\$argon2id/);
  t.is((await api.get('/api/auth/me', token)).status, 200);
});

test('one address has one account, also where it registers many times at once', async (t) => {
  const api = await startApi(t);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.send('POST', '/api/auth/register', someone)),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
  t.is(answers.find(({ status }) => status === 409)?.body.code, 'conflict');
});

test('registrations that cannot be are refused by their fields', async (t) => {
  const api = await startApi(t);
  for (const [change, path] of [
    [{ email: 'nobody' }, 'email'],
    [{ email: undefined }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
    [{ password: '1234567' }, 'password'],
    [{ password: '🦆'.repeat(7) }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ password: 12345678 }, 'password'],
    [{ first_name: 'a\nb' }, 'first_name'],
  ] as const) {
    const answer = await api.send('POST', '/api/auth/register', { ...someone, ...change });
    t.is(answer.status, 400, answer.text);
    t.is((answer.body.details as { path: string }[])[0]?.path, path);
  }
});

test('a password is as long as it has characters, whatever they are', async (t) => {
  const api = await startApi(t);
  for (const [index, password] of ['🦆'.repeat(8), '🦆'.repeat(128), 'x'.repeat(128)].entries()) {
    const email = `ada-${index}@example.com`;
    t.is((await api.send('POST', '/api/auth/register', { email, password })).status, 201);
    t.is((await api.send('POST', '/api/auth/login', { email, password })).status, 200);
  }
  const long = { email: 'ada@example.com', password: '🦆'.repeat(129) };
  t.is((await api.send('POST', '/api/auth/register', long)).status, 400);
});

test('a wrong password and an unknown address are answered alike', async (t) => {
  const api = await startApi(t);
  await api.send('POST', '/api/auth/register', someone);
  const wrong = await api.send('POST', '/api/auth/login', { email: someone.email, password: 'wrong' });
  const unknown = await api.send('POST', '/api/auth/login', { email: 'eve@example.com', password: 'wrong' });
  t.is(wrong.status, 401);
  t.is(unknown.status, 401);
  t.deepEqual({ ...wrong.body, request_id: '' }, { ...unknown.body, request_id: '' });
});

test('guessing is slowed down, and a right login clears the record', async (t) => {
  const api = await startApi(t);
  await api.send('POST', '/api/auth/register', someone);
  const attempt = (password: string) =>
    api.send('POST', '/api/auth/login', { email: someone.email, password });
  for (let index = 1; index < attemptLimits.pair; index++) t.is((await attempt('wrong')).status, 401);
  t.is((await attempt(someone.password)).status, 200);
  for (let index = 0; index < attemptLimits.pair; index++) t.is((await attempt('wrong')).status, 401);
  const late = await attempt(someone.password);
  t.is(late.status, 429);
  t.is(late.body.code, 'too_many_requests');
  t.true(Number(late.headers.get('retry-after')) > 0);
});

test('guesses at many accounts are slowed down by address, and by /64 of IPv6', async (t) => {
  const api = await startApi(t, { trustedProxies: ['127.0.0.1'] });
  await api.send('POST', '/api/auth/register', someone);
  const attempt = (address: string, email: string, password: string) =>
    api.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password }),
    });
  const address = (index: number) => `2001:db8:1:2::${index}`;
  for (let index = 0; index < attemptLimits.address; index++) {
    t.is((await attempt(address(index), `nobody-${index}@example.com`, 'wrong')).status, 401);
    // That one account is one's own does not make the guesses at others good again.
    if (index % 20 === 0) t.is((await attempt(address(index), someone.email, someone.password)).status, 200);
  }
  t.is((await attempt(address(1_000), 'nobody@example.com', 'wrong')).status, 429);
  t.is((await attempt('2001:db8:1:3::1', 'nobody@example.com', 'wrong')).status, 401);
});

test('one address registers so many accounts in a while, and others go on', async (t) => {
  const api = await startApi(t, { trustedProxies: ['127.0.0.1'] });
  const register = (address: string, index: number) =>
    api.request('/api/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ ...someone, email: `someone-${index}@example.com` }),
    });
  const answers = await Promise.all(
    Array.from({ length: mostRegistrations + 5 }, (_, index) => register('192.0.2.1', index)),
  );
  t.is(answers.filter(({ status }) => status === 201).length, mostRegistrations);
  const refused = answers.find(({ status }) => status !== 201);
  t.is(refused?.body.code, 'too_many_requests');
  t.true(Number(refused?.headers.get('retry-after')) > 0);
  t.is((await register('192.0.2.2', 1_000)).status, 201);
});

test('keys are made, listed without the key, and revoked; the audit log tells', async (t) => {
  const api = await startApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const made = await api.send('POST', '/api/account/api-keys', { label: 'laptop' }, key);
  t.is(made.status, 201);
  t.regex(String(made.body.api_key), /^sonde_key_[0-9A-Za-z]{40}$/);
  const listed = await api.get('/api/account/api-keys', String(made.body.api_key));
  t.is(listed.body.count, 2);
  t.false(listed.text.includes(String(made.body.api_key)));
  const revoked = await api.send('DELETE', `/api/account/api-keys/${made.body.id}`, undefined, key);
  t.is(revoked.status, 200);
  t.is((await api.get('/api/account/api-keys', key)).body.count, 1);
  t.deepEqual(
    api.world.audit.entries.map(({ action }) => action),
    ['key_revoked', 'key_created'],
  );
});

test('only an administrator makes keys that administrate, and sets tiers', async (t) => {
  const api = await startApi(t);
  const ada = await api.world.addAccount('ada@example.com');
  const root = await api.world.addAccount('root@example.com', { administrator: true });
  const body = { administrator: true };
  t.is((await api.send('POST', '/api/account/api-keys', body, ada.key)).body.code, 'forbidden');
  t.is((await api.send('POST', '/api/account/api-keys', body, root.key)).body.scope, 'admin');
  const path = `/api/admin/accounts/${ada.account.id}/tier`;
  t.is((await api.send('PUT', path, { tier: 'commercial' }, ada.key)).status, 403);
  const changed = await api.send('PUT', path, { tier: 'commercial' }, root.key);
  t.like(changed.body.user, { email: 'ada@example.com', tier: 'commercial' });
  t.is((await api.send('PUT', path, { tier: 'imaginary' }, root.key)).status, 400);
  t.is((await api.get('/api/admin/accounts', root.key)).body.count, 2);
});

test('a key has a name as well as a label, and comes with a login that asks for one', async (t) => {
  const api = await startApi(t);
  await api.send('POST', '/api/auth/register', someone);
  const { email, password } = someone;
  const plain = await api.send('POST', '/api/auth/login', { email, password });
  t.false('api_key' in plain.body);
  const { body } = await api.send('POST', '/api/auth/login', { email, password, api_key: true });
  const key = String(body.api_key);
  t.regex(key, /^sonde_key_/);
  const named = await api.send('POST', '/api/account/api-keys', { name: 'laptop' }, key);
  t.is(named.body.label, 'laptop');
  const both = await api.send('POST', '/api/account/api-keys', { name: 'laptop', label: 'phone' }, key);
  t.is(both.body.label, 'phone');
  const refused = await api.send('POST', '/api/auth/login', { email, password: 'wrong one', api_key: true });
  t.is(refused.status, 401);
  t.is((await api.get('/api/account/api-keys', key)).body.count, 3);
  t.like(api.world.audit.entries.at(-1), { action: 'key_created' });
});

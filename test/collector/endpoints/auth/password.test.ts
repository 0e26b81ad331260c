import test, { type ExecutionContext } from 'ava';
import { attemptLimits } from '../../../../collector/domain/people/accounts/log-in.ts';
import { looksLikeToken, tokenAuthentication } from '../../../../collector/domain/people/accounts/tokens.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';

const email = 'ada@example.com';
const old = 'correct horse';
const wanted = 'battery staple';

/** The API with an account that has a token. */
async function startApi(t: ExecutionContext) {
  const world = new FakeWorld();
  await world.addLogin({ email, password: old });
  const account = (await world.accounts.findByEmail(email))!;
  const { person, tokenGeneration: generation } = (await world.credentials.find(email))!;
  const token = await world.tokens.issue({ accountId: account.id, personId: person.id, generation });
  const byToken = tokenAuthentication(world.tokens, world.credentials);
  const api = await startTestApi(t, {
    world,
    wrapAuthenticate: (byKey) => (credential) =>
      looksLikeToken(credential) ? byToken(credential) : byKey(credential),
  });
  const change = (current_password: string, new_password = wanted) =>
    api.send('PUT', '/api/auth/password', { current_password, new_password }, token);
  const logInFor = (password: string) => api.send('POST', '/api/auth/login', { email, password });
  const logIn = async (password: string) => (await logInFor(password)).status;
  return { ...api, account, token, change, logIn, logInFor };
}

test('a new password takes the place of the old, and voids the tokens before it', async (t) => {
  const { change, logIn, get, token, world, account } = await startApi(t);
  t.is((await get('/api/auth/me', token)).status, 200);
  const answer = await change(old);
  t.is(answer.status, 200, answer.text);
  t.is((await get('/api/auth/me', token)).status, 401);
  t.is(await logIn(old), 401);
  t.is(await logIn(wanted), 200);
  t.like(world.audit.entries[0], { action: 'password_changed', accountId: account.id, keyId: null });
  t.false(JSON.stringify(world.audit.entries).includes(wanted));
});

test('a login right after the change gives a token that works', async (t) => {
  const { change, logInFor, get } = await startApi(t);
  t.is((await change(old)).status, 200);
  const { token } = (await logInFor(wanted)).body;
  t.is((await get('/api/auth/me', String(token))).status, 200);
});

test('the old password is needed, and the new one must be one', async (t) => {
  const { change, logIn, get, token } = await startApi(t);
  const wrong = await change('guess');
  t.is(wrong.status, 401);
  t.is(wrong.body.code, 'wrong_credentials');
  for (const bad of ['1234567', 'x'.repeat(129)]) t.is((await change(old, bad)).status, 400);
  t.is((await get('/api/auth/me', token)).status, 200);
  t.is(await logIn(old), 200);
});

test('guesses at the old password are counted, also those made at once', async (t) => {
  const { change, logIn } = await startApi(t);
  const answers = await Promise.all(
    Array.from({ length: attemptLimits.pair + 5 }, (_, guess) => change(`guess ${guess}`)),
  );
  t.is(answers.filter(({ status }) => status === 401).length, attemptLimits.pair);
  const last = await change(old);
  t.is(last.status, 429);
  t.truthy(last.headers.get('retry-after'));
  t.is(await logIn(old), 200);
});

test('logging out everywhere voids the tokens, and keys go on working', async (t) => {
  const api = await startApi(t);
  const made = await api.send('POST', '/api/account/api-keys', { label: 'program' }, api.token);
  const key = String(made.body.api_key);
  const answer = await api.send('POST', '/api/auth/logout-everywhere', undefined, api.token);
  t.is(answer.status, 200, answer.text);
  t.is((await api.get('/api/auth/me', api.token)).status, 401);
  t.is((await api.get('/api/auth/me', key)).status, 200);
  t.like(api.world.audit.entries[0], { action: 'tokens_voided', object: `account:${api.account.id}` });
});

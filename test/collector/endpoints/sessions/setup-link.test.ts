import test, { type ExecutionContext } from 'ava';
import { mostSetupAttempts } from '../../../../collector/domain/people/sessions/setup-link.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { administrator } from '../../../support/engines/postgres-samples.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';

async function setUp(t: ExecutionContext) {
  const database = await freshDatabase(t);
  const people = await startPeopleApi(t, database.open());
  const account = await administrator(database.open());
  const { person, passwordHash } = (await people.stores.credentials.findMember(account.id, null))!;
  return { ...people, database, account, person, passwordHash };
}

const chosen = { password: 'a password of mine', email: 'Root@example.com' };

test('a link sets the password of an administrator who has none, and signs in', async (t) => {
  const { browser, link, person, passwordHash, account } = await setUp(t);
  t.is(passwordHash, null);
  const token = await link(person.id);
  const root = browser();
  const inspected = await root.send('POST', '/api/auth/setup/inspect', { token });
  t.deepEqual(inspected.body, { email: 'admin@example.net', administrator: true, first_run: false });
  const answer = await root.send('POST', '/api/auth/setup', { token, ...chosen });
  t.is(answer.status, 200, answer.text);
  t.like(answer.body, { user: { id: account.id, administrator: true, email: 'root@example.com' } });
  t.false(answer.text.includes(token));
  t.is((await root.get('/api/auth/me')).status, 200);
  t.is((await browser().signIn('root@example.com', chosen.password)).status, 200);
  t.is((await browser().signIn('admin@example.net', chosen.password)).status, 401);
});

test('a link is good once, also where it is used many times at once', async (t) => {
  const { browser, link, person, stores } = await setUp(t);
  const token = await link(person.id);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      browser().send('POST', '/api/auth/setup', { token, password: `password ${index}` }),
    ),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401, 401, 401, 401]);
  const winner = answers.findIndex(({ status }) => status === 200);
  t.is((await browser().signIn('admin@example.net', `password ${winner}`)).status, 200);
  const replayed = await browser().send('POST', '/api/auth/setup', { token, password: 'of somebody else' });
  t.is(replayed.body.code, 'invalid_credential');
  t.is((await browser().send('POST', '/api/auth/setup/inspect', { token })).status, 401);
  t.is((await stores.audit.list({ action: 'signed_in' }, { limit: 10, offset: 0 })).count, 2);
});

test('a link ends with its hour, with a newer one, and with a new password', async (t) => {
  const { browser, link, person, clock, stores } = await setUp(t);
  const redeem = async (token: string) =>
    (await browser().send('POST', '/api/auth/setup', { token, password: chosen.password })).status;
  const late = await link(person.id);
  clock.ahead += 3_600_001;
  t.is(await redeem(late), 401);
  const older = await link(person.id);
  const newer = await link(person.id);
  t.is(await redeem(older), 401);
  await stores.credentials.setPassword(person.id, 'another way');
  t.is(await redeem(newer), 401);
});

test('a link that was read too late ends the sessions of before', async (t) => {
  const { browser, link, person } = await setUp(t);
  const root = browser();
  await root.send('POST', '/api/auth/setup', { token: await link(person.id), ...chosen });
  const again = browser();
  const next = { token: await link(person.id), password: 'yet another one' };
  t.is((await again.send('POST', '/api/auth/setup', next)).status, 200);
  t.is((await root.get('/api/auth/me')).status, 401);
  t.is((await browser().signIn('root@example.com', chosen.password)).status, 401);
});

test('an address that is taken does not use the link up', async (t) => {
  const { browser, link, person, register } = await setUp(t);
  await register('ada@example.com');
  const token = await link(person.id);
  const taken = await browser().send('POST', '/api/auth/setup', {
    token,
    ...chosen,
    email: 'ADA@example.com',
  });
  t.is(taken.body.code, 'conflict');
  t.is((await browser().send('POST', '/api/auth/setup', { token, ...chosen })).status, 200);
});

test('tokens are not guessed, and pages of other origins use none', async (t) => {
  const { browser, link, person, database } = await setUp(t);
  const token = await link(person.id);
  const [row] = await database.open().query<{ hash: Buffer }>('SELECT hash FROM setup_links');
  const tried = [
    'x',
    'é'.repeat(43),
    row!.hash.toString('base64url'),
    `${token}x`,
    token.slice(1),
    '__proto__',
  ];
  for (const guess of tried) {
    t.is((await browser().send('POST', '/api/auth/setup', { token: guess, ...chosen })).status, 401, guess);
  }
  const stranger = browser({ 'sec-fetch-site': 'cross-site' });
  t.is(
    (await stranger.send('POST', '/api/auth/setup', { token, ...chosen })).body.code,
    'cross_site_request',
  );
  const answers = [];
  for (let guess = tried.length; guess < mostSetupAttempts; guess++) {
    answers.push(await browser().send('POST', '/api/auth/setup/inspect', { token: 'a'.repeat(43) }));
  }
  t.true(answers.every(({ status }) => status === 401));
  const late = await browser().send('POST', '/api/auth/setup', { token, ...chosen });
  t.is(late.status, 429);
  t.truthy(late.headers.get('retry-after'));
});

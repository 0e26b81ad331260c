import test, { type ExecutionContext } from 'ava';
import { SecretBox } from '../../../../collector/domain/people/access/secret-box.ts';
import { attemptLimits } from '../../../../collector/domain/people/accounts/log-in.ts';
import { mostCodes } from '../../../../collector/domain/people/second-factor/check-second-factor.ts';
import {
  sealedSecondFactors,
  sealOldSecrets,
} from '../../../../collector/domain/people/second-factor/sealed-secrets.ts';
import { stepAt, totpCode } from '../../../../collector/domain/people/second-factor/totp.ts';
import { createSecondFactorStore } from '../../../../collector/storage/postgres/accounts/second-factors.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { secretOctets } from '../../../support/http/authenticator-app.ts';
import { type Browser, password, startPeopleApi } from '../../../support/http/people-api.ts';
import { systemRandom } from '../../../support/system-random.ts';

const me = '/api/auth/me';
const quarter = 15 * 60_000;

async function setUp(t: ExecutionContext) {
  const people = await startPeopleApi(t, (await freshDatabase(t)).open());
  // No step ends in the middle of a test.
  const begun = Date.now();
  people.clock.now = () => begun + people.clock.ahead;
  const owner = await people.register('ada@example.com');
  const ada = people.browser();
  await ada.signIn('ada@example.com');
  const app: { secret: Buffer } = { secret: Buffer.alloc(0) };
  /** The code that the app shows, so many steps from now. */
  const code = (ahead = 0) => totpCode(app.secret, stepAt(people.clock.now()) + ahead);
  const enrol = async (browser: Browser = ada) => {
    const { body } = await browser.send('POST', '/api/auth/totp');
    app.secret = secretOctets(String(body.secret));
    return browser.send('POST', '/api/auth/totp/confirm', { code: code(-1) });
  };
  /** The first step, and its ticket. */
  const ticket = async (browser: Browser) => {
    const answer = await browser.signIn('ada@example.com');
    t.is(answer.status, 401, answer.text);
    t.is(answer.body.code, 'second_factor_required');
    t.is(answer.headers.get('set-cookie'), null, 'a password is not enough for a session');
    return String(answer.body.ticket);
  };
  const second = (browser: Browser, body: object) =>
    browser.send('POST', '/api/auth/session/second-factor', body);
  return { ...people, owner, ada, app, code, enrol, ticket, second };
}

test('an app counts once it showed a code; then a code is asked for, and a session that is open goes on', async (t) => {
  const { ada, browser, enrol, code, ticket, second, owner, stores } = await setUp(t);
  const { body: offered } = await ada.send('POST', '/api/auth/totp');
  t.regex(String(offered.url), /^otpauth:\/\/totp\/Sonde:ada%40example\.com\?secret=[A-Z2-7]{32}&/);
  t.is((await ada.send('POST', '/api/auth/totp/confirm', { code: '000000' })).body.code, 'wrong_credentials');
  t.is((await browser().signIn('ada@example.com')).status, 200, 'what was not confirmed counts for nothing');
  t.is((await ada.get('/api/auth/sign-in-methods')).body.app, null);

  const confirmed = await enrol();
  t.is(confirmed.status, 200, confirmed.text);
  t.is((confirmed.body.recovery_codes as string[]).length, 10);
  t.is((await ada.get(me)).status, 200);
  t.like((await ada.get('/api/auth/sign-in-methods')).body.app, { recovery_codes: 10 });

  const later = browser();
  t.is((await second(later, { ticket: await ticket(later), code: code() })).status, 200);
  t.is((await later.get(me)).status, 200);
  const log = await stores.audit.list({ accountId: owner.account.id }, { limit: 10, offset: 0 });
  const acts = JSON.stringify(log);
  t.true(acts.includes('authenticator_app_added'));
  t.true(acts.includes('"by":"app"'));
  t.false(acts.includes(String(offered.secret)));
});

test('a code is good once, also of two who send it at the same moment; a code before it is not good either', async (t) => {
  const { browser, enrol, code, ticket, second, clock } = await setUp(t);
  await enrol();
  const [one, other] = [browser(), browser()];
  const tickets = [await ticket(one), await ticket(other)];
  const answers = await Promise.all([
    second(one, { ticket: tickets[0], code: code() }),
    second(other, { ticket: tickets[1], code: code() }),
  ]);
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  const third = browser();
  t.is((await second(third, { ticket: await ticket(third), code: code(-1) })).status, 401);
  t.is(
    (await second(third, { ticket: await ticket(third), code: code(1) })).status,
    200,
    'half a minute ahead',
  );
  clock.ahead += 120_000;
  t.is((await second(third, { ticket: await ticket(third), code: code(-2) })).status, 401, 'a minute behind');
  t.is(
    (await second(third, { ticket: await ticket(third), code: code(-1) })).status,
    200,
    'half a minute behind',
  );
});

test('codes are guessed five times in a quarter of an hour, from wherever', async (t) => {
  const { browser, enrol, code, ticket, second, clock, ada } = await setUp(t);
  await enrol();
  const eve = browser();
  for (let guess = 0; guess < mostCodes; guess++) {
    t.is((await second(eve, { ticket: await ticket(eve), code: '000000' })).body.code, 'wrong_credentials');
  }
  const mine = browser();
  const late = await second(mine, { ticket: await ticket(mine), code: code() });
  t.is(late.status, 429);
  t.truthy(late.headers.get('retry-after'));
  t.is((await ada.get(me)).status, 200, 'who is signed in stays so');
  clock.ahead += quarter + 1_000;
  t.is((await second(mine, { ticket: await ticket(mine), code: code() })).status, 200);
  t.true(mostCodes < attemptLimits.pair);
});

test('recovery codes are good once each, and new ones take the place of the old', async (t) => {
  const { ada, browser, enrol, ticket, second } = await setUp(t);
  const [first, spare] = (await enrol()).body.recovery_codes as string[];
  const lost = browser();
  t.is((await second(lost, { ticket: await ticket(lost), code: first!.toUpperCase() })).status, 200);
  t.is((await second(lost, { ticket: await ticket(lost), code: first })).status, 401);
  t.like((await ada.get('/api/auth/sign-in-methods')).body.app, { recovery_codes: 9 });
  const renewed = await ada.send('POST', '/api/auth/recovery-codes');
  t.is(renewed.status, 201);
  t.is((await second(lost, { ticket: await ticket(lost), code: spare })).status, 401);
  const [fresh] = renewed.body.recovery_codes as string[];
  t.is((await second(lost, { ticket: await ticket(lost), code: fresh })).status, 200);
});

test('a ticket is good once, for five minutes, for its step, and until the password is another', async (t) => {
  const { ada, browser, enrol, code, ticket, second, clock, api } = await setUp(t);
  await enrol();
  const one = browser();
  const used = await ticket(one);
  t.is((await second(one, { ticket: used, code: code() })).status, 200);
  clock.ahead += 60_000;
  t.is((await second(one, { ticket: used, code: code() })).body.code, 'ticket_over');
  const old = await ticket(one);
  clock.ahead += 5 * 60_000 + 1_000;
  t.is((await second(one, { ticket: old, code: code() })).body.code, 'ticket_over');
  for (const forged of ['', 'x', 'x.y', `${old}x`, `${old}.x`, old.split('.')[0]]) {
    const { code: refusal } = (await second(one, { ticket: forged, code: code() })).body;
    t.true(['ticket_over', 'invalid_input'].includes(String(refusal)), forged);
  }
  const ofLogin = await api.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password }),
  });
  t.is(ofLogin.body.code, 'second_factor_required');
  t.is((await second(one, { ticket: ofLogin.body.ticket, code: code() })).body.code, 'ticket_over');
  t.is((await ada.send('GET', me, undefined, { cookie: '', authorization: `Bearer ${old}` })).status, 401);
  const token = await one.send('POST', '/api/auth/login/second-factor', {
    ticket: ofLogin.body.ticket,
    code: code(),
  });
  t.is(token.status, 200, token.text);
  clock.ahead += 60_000;
  const before = await ticket(one);
  const change = { current_password: password, new_password: 'battery staple' };
  t.is((await ada.send('PUT', '/api/auth/password', change)).status, 200);
  t.is((await second(one, { ticket: before, code: code() })).body.code, 'ticket_over');
});

test('the app is removed with the password alone, and replaced without a gap', async (t) => {
  const { ada, browser, enrol, code, ticket, second, clock, app } = await setUp(t);
  await enrol();
  const old = Buffer.from(app.secret);
  await ada.send('POST', '/api/auth/totp');
  const one = browser();
  clock.ahead += 60_000;
  t.is(
    (await second(one, { ticket: await ticket(one), code: code() })).status,
    200,
    'the old one is in force',
  );
  t.is((await enrol()).status, 200);
  t.false(app.secret.equals(old));
  t.is(
    (await second(one, { ticket: await ticket(one), code: totpCode(old, stepAt(clock.now())) })).status,
    401,
  );
  const remove = (secret: string) => ada.send('POST', '/api/auth/totp/remove', { password: secret });
  t.is((await remove('guess')).body.code, 'wrong_credentials');
  t.is((await remove(password)).status, 200);
  t.is((await remove(password)).body.code, 'conflict');
  t.is((await browser().signIn('ada@example.com')).status, 200);
  clock.ahead += 11 * 60_000;
  t.is((await ada.send('POST', '/api/auth/totp')).body.code, 'confirmation_required');
});

test('a setup link sets the password and asks for the code; an owner helps whoever lost his phone', async (t) => {
  const { ada, browser, enrol, code, second, stores, owner, link, clock } = await setUp(t);
  const made = await ada.send('POST', '/api/account/members', { email: 'vera@example.com', role: 'viewer' });
  const id = Number((made.body.member as { id: number }).id);
  const vera = browser();
  t.is((await vera.send('POST', '/api/auth/setup', { token: await link(id), password })).status, 200);
  await enrol(vera);
  clock.ahead += 60_000;
  const again = browser();
  const redeemed = await again.send('POST', '/api/auth/setup', { token: await link(id), password });
  t.is(redeemed.body.code, 'second_factor_required', redeemed.text);
  t.is((await second(again, { ticket: redeemed.body.ticket, code: code() })).status, 200);
  const path = (person: number) => `/api/account/members/${person}/second-factors`;
  t.is((await again.send('DELETE', path(owner.person.id))).body.code, 'role_insufficient');
  t.is((await ada.send('DELETE', path(owner.person.id))).body.code, 'forbidden', 'not his own');
  t.deepEqual((await ada.send('DELETE', path(id))).body, { app: true, passkeys: 0 });
  t.is((await browser().signIn('vera@example.com')).status, 200);
  t.is((await stores.secondFactors.find(id)).recoveryCodes, 0);
});

test('secrets of apps are sealed in the database, those of before from the next start on', async (t) => {
  const postgres = (await freshDatabase(t)).open();
  const { person } = await (await startPeopleApi(t, postgres)).register('ada@example.com');
  const { id } = person;
  const raw = createSecondFactorStore(postgres);
  const box = new SecretBox(systemRandom.bytes(32), systemRandom);
  const [old, fresh] = [systemRandom.bytes(20), systemRandom.bytes(20)];
  const now = { step: 0, at: new Date(), recoveryCodes: [] };
  await raw.offer(id, Buffer.from(old));
  t.true(await raw.confirm(id, { ...now, secret: Buffer.from(old) }));
  await raw.offer(id, Buffer.from(old));

  t.is(await sealOldSecrets(raw, box), 1, 'one step seals what is in force and what is offered');
  t.is(await sealOldSecrets(raw, box), 0);
  const stored = await raw.secrets(id);
  for (const secret of [stored.inForce!, stored.offered!]) {
    t.false(secret.includes(Buffer.from(old)));
    t.true(secret.toString('latin1').startsWith('v1.'));
  }
  const factors = sealedSecondFactors(raw, box);
  t.deepEqual((await factors.secrets(id)).inForce, Buffer.from(old));
  t.true(await factors.useStep(id, Buffer.from(old), 5));
  t.false(await factors.useStep(id, Buffer.from(old), 5), 'no code is good twice');
  t.false(await factors.useStep(id, Buffer.from(fresh), 6));

  await factors.offer(id, Buffer.from(fresh));
  t.false(await factors.confirm(id, { ...now, secret: Buffer.from(old) }));
  t.true(await factors.confirm(id, { ...now, secret: Buffer.from(fresh) }));
  t.deepEqual(await factors.secrets(id), { inForce: Buffer.from(fresh), offered: null });
  // With another secret of the installation there is none, rather than a wrong one.
  const other = sealedSecondFactors(raw, new SecretBox(systemRandom.bytes(32), systemRandom));
  t.deepEqual(await other.secrets(id), { inForce: null, offered: null });
  t.false(await other.useStep(id, Buffer.from(fresh), 9));
});

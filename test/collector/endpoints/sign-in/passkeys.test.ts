import test, { type ExecutionContext } from 'ava';
import { mostPasskeys } from '../../../../collector/domain/people/passkeys/add-passkey.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { type Browser, startPeopleApi } from '../../../support/http/people-api.ts';
import { type Lies, SoftwareAuthenticator } from '../../../support/http/software-authenticator.ts';

const me = '/api/auth/me';
const site = 'https://sonde.example';
const proxied = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'sonde.example',
  'sec-fetch-site': 'same-origin',
};

interface Begun {
  readonly ticket: string;
  readonly options: never;
}

async function setUp(t: ExecutionContext, options: { publicUrl?: string } = {}) {
  const database = (await freshDatabase(t)).open();
  const people = await startPeopleApi(t, database, { trustedProxies: ['127.0.0.1'], more: options });
  const owner = await people.register('ada@example.com');
  const browser = () => people.browser(proxied);
  const ada = browser();
  await ada.signIn('ada@example.com');
  const begin = async (from: Browser, path: string) =>
    (await from.send('POST', path)).body as unknown as Begun;
  const add = async (device: SoftwareAuthenticator, { from = ada, lies = {} as Lies } = {}) => {
    const { ticket, options: asked } = await begin(from, '/api/auth/passkeys/options');
    const credential = device.create(asked, lies);
    return from.send('POST', '/api/auth/passkeys', { ticket, name: 'a key', credential });
  };
  const signIn = async (device: SoftwareAuthenticator, { from = browser(), lies = {} as Lies } = {}) => {
    const { ticket, options: asked } = await begin(from, '/api/auth/session/passkey/options');
    return from.send('POST', '/api/auth/session/passkey', { ticket, credential: device.get(asked, lies) });
  };
  const confirm = async (device: SoftwareAuthenticator, from: Browser, lies: Lies = {}) => {
    const { ticket, options: asked } = await begin(from, '/api/auth/session/confirm/passkey/options');
    const credential = device.get(asked, lies);
    return from.send('POST', '/api/auth/session/confirm/passkey', { ticket, credential });
  };
  return { ...people, owner, browser, ada, begin, add, signIn, confirm };
}

for (const kind of ['ec', 'ed25519', 'rsa'] as const) {
  test(`a passkey of the kind ${kind} is added, named, signed in with, and removed`, async (t) => {
    const { ada, browser, add, signIn } = await setUp(t);
    const device = new SoftwareAuthenticator(site, kind);
    const added = await add(device);
    t.is(added.status, 201, added.text);
    t.like(added.body, { name: 'a key', host: 'sonde.example', last_used_at: null });
    const path = `/api/auth/passkeys/${added.body.id}`;
    t.like((await ada.send('PUT', path, { name: 'the blue one' })).body, { name: 'the blue one' });
    const phone = browser();
    const answer = await signIn(device, { from: phone });
    t.is(answer.status, 200, answer.text);
    t.like(answer.body, { user: { email: 'ada@example.com' }, session: { current: true } });
    t.regex(answer.headers.get('set-cookie')!, /^__Host-/);
    t.is((await phone.get(me)).status, 200);
    const [listed] = (await ada.get('/api/auth/sign-in-methods')).body.passkeys as Record<string, unknown>[];
    t.like(listed, { name: 'the blue one' });
    t.is(typeof listed!.last_used_at, 'string');
    t.is((await ada.send('DELETE', path)).status, 200);
    t.is((await signIn(device)).body.code, 'wrong_credentials');
    t.is((await phone.get(me)).status, 200, 'the session goes on');
  });
}

test('whatever an authenticator or a page says wrong is refused, when it is added and when it signs', async (t) => {
  const { ada, add, signIn, confirm } = await setUp(t);
  const lies: Lies[] = [
    { origin: 'https://evil.example' },
    { origin: 'http://sonde.example' },
    { origin: 'https://sonde.example.evil.example' },
    { type: 'webauthn.other' },
    { challenge: 'AAAA' },
    { crossOrigin: true },
    { host: 'evil.example' },
    // Nobody was there; somebody was, and who it was is not known.
    { flags: 0x44 },
    { flags: 0x41 },
  ];
  for (const lie of lies) {
    const what = JSON.stringify(lie);
    t.is((await add(new SoftwareAuthenticator(site), { lies: lie })).body.code, 'invalid_input', what);
  }
  const device = new SoftwareAuthenticator(site);
  t.is((await add(device)).status, 201);
  for (const lie of lies) {
    const what = JSON.stringify(lie);
    t.is((await signIn(device, { lies: lie })).body.code, 'wrong_credentials', what);
    t.is((await confirm(device, ada, lie)).body.code, 'wrong_credentials', what);
  }
  const thief = new SoftwareAuthenticator(site);
  thief.credentialId.set(device.credentialId);
  t.is((await signIn(thief)).body.code, 'wrong_credentials', 'the id of another key');
  t.is((await signIn(new SoftwareAuthenticator(site))).body.code, 'wrong_credentials', 'nobody knows it');
});

test('an answer is good once, and for its own question', async (t) => {
  const { ada, browser, begin, add } = await setUp(t);
  const device = new SoftwareAuthenticator(site);
  await add(device);
  const from = browser();
  const { ticket, options } = await begin(from, '/api/auth/session/passkey/options');
  const answer = { ticket, credential: device.get(options) };
  const twice = await Promise.all([0, 1].map(() => from.send('POST', '/api/auth/session/passkey', answer)));
  t.deepEqual(twice.map(({ status }) => status).sort(), [200, 401]);
  t.is((await from.send('POST', '/api/auth/session/passkey', answer)).body.code, 'ticket_over');
  t.is((await ada.send('POST', '/api/auth/session/confirm/passkey', answer)).body.code, 'ticket_over');
  const again = await begin(from, '/api/auth/session/passkey/options');
  const mixed = { ticket: again.ticket, credential: answer.credential };
  t.is((await from.send('POST', '/api/auth/session/passkey', mixed)).body.code, 'wrong_credentials');
});

test('a count that goes back shows a copy', async (t) => {
  const { add, signIn } = await setUp(t);
  const device = new SoftwareAuthenticator(site);
  device.signCount = 3;
  await add(device);
  device.signCount = 4;
  t.is((await signIn(device)).status, 200);
  t.is((await signIn(device)).body.code, 'wrong_credentials');
  device.signCount = 0;
  t.is((await signIn(device)).body.code, 'wrong_credentials');
  device.signCount = 5;
  t.is((await signIn(device)).status, 200);
});

test('a passkey confirms who is signed in, and one of somebody else does not', async (t) => {
  const { ada, add, confirm, clock, register, browser, begin } = await setUp(t);
  const device = new SoftwareAuthenticator(site);
  await add(device);
  await register('eve@example.com');
  const eve = browser();
  await eve.signIn('eve@example.com');
  t.is((await eve.send('POST', '/api/auth/session/confirm/passkey/options')).body.code, 'not_found');
  const own = new SoftwareAuthenticator(site);
  await add(own, { from: eve });
  clock.ahead += 11 * 60_000;
  const make = () => ada.send('POST', '/api/account/api-keys', { label: 'x' });
  t.is((await make()).body.code, 'confirmation_required');
  t.is((await ada.send('POST', '/api/auth/passkeys/options')).body.code, 'confirmation_required');
  const { ticket, options } = await begin(ada, '/api/auth/session/confirm/passkey/options');
  const foreign = { ticket, credential: own.get(options) };
  const path = '/api/auth/session/confirm/passkey';
  t.is((await ada.send('POST', path, foreign)).body.code, 'wrong_credentials');
  const right = { ticket, credential: device.get(options) };
  t.is((await eve.send('POST', path, right)).body.code, 'ticket_over', 'a ticket of another session');
  t.is((await make()).status, 403);
  t.is((await confirm(device, ada)).status, 200);
  t.is((await make()).status, 201);
});

test('a passkey takes the place of password and code, and is gone with its person alone', async (t) => {
  const { ada, add, signIn, stores, owner, browser } = await setUp(t);
  const device = new SoftwareAuthenticator(site);
  const added = await add(device);
  await stores.secondFactors.offer(owner.person.id, Buffer.alloc(20, 1));
  const app = { secret: Buffer.alloc(20, 1), step: 1, at: new Date(), recoveryCodes: [] };
  await stores.secondFactors.confirm(owner.person.id, app);
  t.is((await browser().signIn('ada@example.com')).body.code, 'second_factor_required');
  t.is((await signIn(device)).status, 200);
  t.is((await add(device)).body.code, 'conflict', 'it is known already');
  const eve = browser();
  t.is((await eve.send('DELETE', `/api/auth/passkeys/${added.body.id}`)).status, 401);
  t.is((await ada.send('DELETE', '/api/auth/passkeys/999999')).status, 404);
  for (let more = 1; more < mostPasskeys; more++) {
    t.is((await add(new SoftwareAuthenticator(site))).status, 201);
  }
  t.is((await ada.send('POST', '/api/auth/passkeys/options')).body.code, 'conflict');
});

test('passkeys are bound to the public address, or to the one that the page was opened at', async (t) => {
  const open = async (headers: Record<string, string>, publicUrl?: string) => {
    const people = await setUp(t, publicUrl === undefined ? {} : { publicUrl });
    const from = people.browser();
    return from.send('POST', '/api/auth/session/passkey/options', undefined, headers);
  };
  const rp = (answer: { body: unknown }) => (answer.body as { options?: { rpId: string } }).options?.rpId;
  t.is(rp(await open({})), 'sonde.example');
  t.is(rp(await open({ 'x-forwarded-host': 'other.example:8443' })), 'other.example');
  t.is(rp(await open({}, 'https://dns.example/sonde/')), 'dns.example');
  t.is(rp(await open({ 'x-forwarded-proto': 'http', 'x-forwarded-host': 'localhost:8080' })), 'localhost');
  for (const host of ['192.0.2.1', '[2001:db8::1]:8443', '127.0.0.1:8080']) {
    t.is((await open({ 'x-forwarded-host': host })).body.code, 'conflict', host);
  }
  t.is((await open({ 'x-forwarded-proto': 'http' })).body.code, 'conflict', 'no TLS');
  const untold = { 'x-forwarded-proto': 'http', origin: 'https://sonde.example' };
  t.is(rp(await open(untold)), 'sonde.example', 'the page knows of TLS further out');
});

import test, { type ExecutionContext } from 'ava';
import { exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { json, type ScriptedProvider } from '../../../support/sso/scripted-provider.ts';
import { startSsoApi } from '../../../support/sso/sso-api.ts';

async function setUp(t: ExecutionContext, change: object = {}) {
  const postgres = (await freshDatabase(t)).open();
  const sso = await startSsoApi(t, postgres);
  const configured = await sso.configure(change);
  t.is(configured.status, 200, configured.text);
  const people = async () =>
    (await postgres.query<{ count: number }>('SELECT count(*) FROM people'))[0]!.count;
  return { ...sso, postgres, people };
}

/** What a provider, or somebody between, may put into the claims of an ID token; each alone is refused. */
const badClaims: Readonly<Record<string, (provider: ScriptedProvider) => object>> = {
  'another nonce': () => ({ nonce: 'another' }),
  'no nonce': () => ({ nonce: undefined }),
  'another issuer': () => ({ iss: 'https://evil.example' }),
  'another audience': () => ({ aud: 'somebody-else' }),
  'more audiences and none of them authorized': () => ({ aud: ['sonde', 'somebody-else'] }),
  'another authorized party': () => ({ aud: ['sonde', 'somebody-else'], azp: 'somebody-else' }),
  'a time that is over': (provider) => ({ iat: provider.seconds(-600), exp: provider.seconds(-60) }),
  'no end': () => ({ exp: undefined }),
  'a beginning in the future': (provider) => ({ nbf: provider.seconds(120) }),
  'an issue in the future': (provider) => ({ iat: provider.seconds(120) }),
  'no subject': () => ({ sub: undefined }),
  'a subject that is no text': () => ({ sub: 7 }),
};

/** What a token may be signed by in place of the provider's key. */
const badSignatures: Readonly<Record<string, (provider: ScriptedProvider) => ScriptedProvider['sign']>> = {
  'none (alg none)': () => async (payload) => new UnsecuredJWT(payload).encode(),
  'the client secret (HS256)': (provider) => (payload) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(provider.secret.padEnd(32, 'x'))),
  'the public key taken for a secret (HS256)': (provider) => async (payload) => {
    const key = await importJWK(await provider.publicJwk(), 'RS256', { extractable: true });
    const pem = await exportSPKI(key as Parameters<typeof exportSPKI>[0]);
    return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(Buffer.from(pem));
  },
  'a stranger under the same name of a key': () => async (payload) => {
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'first' }).sign(privateKey);
  },
  'a stranger who brings his key along (jwk)': () => async (payload) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const { exportJWK } = await import('jose');
    const jwk = await exportJWK(publicKey);
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'mine', jwk }).sign(privateKey);
  },
};

test('an ID token with a bad claim, or a bad signature, signs nobody in', async (t) => {
  const { browser, provider, signIn, people } = await setUp(t);
  const { sign } = provider;
  for (const [what, claims] of Object.entries(badClaims)) {
    provider.claims = claims(provider) as Record<string, unknown>;
    const ada = browser();
    const answer = await signIn(ada);
    t.is(answer.body.code, 'wrong_credentials', `${what}: ${answer.text}`);
    t.is(ada.cookie, undefined, what);
  }
  provider.claims = {};
  for (const [what, by] of Object.entries(badSignatures)) {
    provider.sign = by(provider);
    const answer = await signIn(browser());
    t.is(answer.body.code, 'wrong_credentials', `signed by ${what}: ${answer.text}`);
    t.notRegex(answer.text, /eyJ/, 'no token is in the answer');
  }
  t.is(await people(), 1);
  provider.sign = sign;
  t.is((await signIn(browser())).status, 200);
});

test('what a browser brings back is bound to who set out, and good once', async (t) => {
  const { browser, provider, setOut, finish, clock, people } = await setUp(t);
  const ada = browser();
  const { ticket, asked } = await setOut(ada);
  const codeOf = async (...parameters: Parameters<typeof finish>) => (await finish(...parameters)).body.code;
  const { answer } = provider;
  const good = answer.call(provider, asked);
  // Of another journey: an answer that a stranger would have somebody finish (login CSRF), and the other way round.
  const stranger = await setOut(browser());
  t.is(await codeOf(ada, ticket, provider.answer(stranger.asked)), 'wrong_credentials', 'another state');
  t.is(await codeOf(ada, ticket, good), 'ticket_over', 'an attempt uses the ticket up');
  for (const [what, more] of Object.entries({
    'no state': { state: '' },
    'mix-up: another issuer answers': { iss: 'https://evil.example' },
    'no code': { code: '' },
    'a refusal': { error: 'access_denied', error_description: '<script>' },
  })) {
    const next = await setOut(ada);
    const back = new URLSearchParams(provider.answer(next.asked));
    for (const [name, value] of Object.entries(more)) {
      if (value === '') back.delete(name);
      else back.set(name, value);
    }
    if ('error' in more) back.delete('code');
    const refused = await finish(ada, next.ticket, `?${back}`);
    t.is(refused.body.code, 'wrong_credentials', `${what}: ${refused.text}`);
    t.false(refused.text.includes('<script>'), what);
  }
  const without = await setOut(ada);
  const back = new URLSearchParams(provider.answer(without.asked));
  back.delete('iss');
  t.is(
    await codeOf(ada, without.ticket, `?${back}`),
    'wrong_credentials',
    'mix-up: no issuer where one is promised',
  );
  const twice = await setOut(ada);
  const doubled = `${provider.answer(twice.asked)}&state=${twice.asked.state}`;
  t.is(await codeOf(ada, twice.ticket, doubled), 'wrong_credentials', 'two states');

  const next = await setOut(ada);
  t.is((await finish(ada, next.ticket, provider.answer(next.asked))).status, 200);
  t.is(await codeOf(browser(), next.ticket, provider.answer(next.asked)), 'ticket_over', 'a replay');
  const late = await setOut(browser());
  clock.ahead = 5 * 60_000 + 1;
  t.is(
    await codeOf(browser(), late.ticket, provider.answer(late.asked)),
    'ticket_over',
    'five minutes later',
  );
  clock.ahead = 0;
  t.is(
    await codeOf(browser(), `${late.ticket}x`, provider.answer(late.asked)),
    'ticket_over',
    'a forged ticket',
  );
  // A ticket tells nothing of what the provider will be asked to prove.
  const said = Buffer.from(late.ticket.split('.')[0]!, 'base64url').toString();
  for (const form of provider.forms) t.false(said.includes(form.get('code_verifier')!));
  t.false(said.includes(late.asked.nonce));
  t.is(await people(), 2);
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const crossed = await ada.send(
    'POST',
    '/api/auth/session/sso/finish',
    { ticket: 'x', answer: 'x' },
    elsewhere,
  );
  t.is(crossed.body.code, 'cross_site_request');
});

test('a redirect elsewhere is not asked for: the way back is this collector’s own', async (t) => {
  const { api, provider } = await setUp(t);
  for (const host of ['evil.example', 'evil.example@sonde.example', 'sonde.example/evil']) {
    const begun = await api.request('/api/auth/session/sso', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
      body: JSON.stringify({
        provider: 'acme',
        redirect_uri: 'https://evil.example/',
        return_to: '//evil.example',
      }),
    });
    t.is(provider.read(String(begun.body.url)).redirectUri, `${api.url}/sso`, 'a stranger is no proxy');
  }
});

test('an e-mail address opens nobody’s account, and one that was not verified none at all', async (t) => {
  const { browser, provider, signIn, register, people } = await setUp(t);
  await register('mallory@acme.example');
  provider.claims = { sub: 'x1', email: 'ROOT@acme.example' };
  t.is((await signIn(browser())).body.code, 'conflict', 'that of the owner');
  provider.claims = { sub: 'x2', email: 'mallory@acme.example' };
  t.is((await signIn(browser())).body.code, 'conflict', 'that of somebody with another account');
  for (const claims of [
    { email_verified: false },
    { email_verified: undefined },
    { email_verified: 'true' },
    { email: 'a b@acme.example' },
    { email: `${'a'.repeat(300)}@acme.example` },
    { email: ['ada@acme.example'] },
  ]) {
    provider.claims = { sub: 'x3', ...claims };
    t.is((await signIn(browser())).body.code, 'forbidden', JSON.stringify(claims));
  }
  t.is(await people(), 2);
});

test('the user info is asked for the same subject alone, and its mark makes no other address good', async (t) => {
  const { browser, provider, signIn } = await setUp(t, {
    role_claim: 'groups',
    roles: [{ value: 'boss', role: 'owner' }],
  });
  provider.userInfo = { sub: 'somebody-else', groups: ['boss'] };
  t.is((await signIn(browser())).body.code, 'wrong_credentials', 'of another subject');
  provider.claims = { email_verified: undefined };
  provider.userInfo = { email: 'root@acme.example', email_verified: true };
  t.is((await signIn(browser())).body.code, 'forbidden');
  provider.claims = { email: undefined, email_verified: undefined };
  provider.userInfo = { email: 'ada@acme.example', email_verified: false };
  t.is((await signIn(browser())).body.code, 'forbidden');
  provider.answers.set('/userinfo', async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/jwt' });
    response.end(new UnsecuredJWT({ sub: 'ada', groups: ['boss'] }).encode());
  });
  t.is(
    (await signIn(browser())).body.code,
    'wrong_credentials',
    'without a signature where it should have one',
  );
  provider.answers.delete('/userinfo');
  provider.claims = { groups: ['x'] };
  provider.userInfo = { groups: ['boss'] };
  t.like((await signIn(browser())).body.member, { role: 'viewer' }, 'what the ID token says goes first');
});

test('domains: those that are named, with the mark, and at each sign-in', async (t) => {
  const { browser, provider, signIn, configure } = await setUp(t, { domains: ['Acme.example'] });
  t.is((await signIn(browser())).status, 200);
  for (const email of [
    'ada@evil.example',
    'ada@acme.example.evil.example',
    'ada@notacme.example',
    'acme.example@evil.example',
    'ada@sub.acme.example',
  ]) {
    provider.claims = { sub: email, email };
    t.is((await signIn(browser())).body.code, 'forbidden', email);
  }
  provider.claims = { email: 'ada@evil.example' };
  t.is((await signIn(browser())).body.code, 'forbidden', 'also who was let in before');
  t.is((await configure({ domains: ['acme.example'], just_in_time: false })).status, 200);
  provider.claims = { sub: 'newcomer', email: 'new@acme.example' };
  t.is((await signIn(browser())).body.code, 'forbidden', 'nobody is taken in');
});

test('an account reaches its own members by its provider, and nobody else’s', async (t) => {
  const { browser, provider, signIn, setOut, finish, register, stores, owner, postgres } = await setUp(t);
  // Somebody of another account links nothing of this one.
  await register('eve@evil.example');
  const eve = browser();
  await eve.signIn('eve@evil.example');
  t.is((await eve.send('POST', '/api/auth/sso/link', { provider: 'acme' })).body.code, 'not_found');
  t.is((await eve.send('PUT', '/api/v2/sso/config', {})).body.code, 'tier_insufficient');
  // Whoever is a member elsewhere too is opened by no provider of a single account.
  const vera = await register('vera@other.example');
  await postgres.query("INSERT INTO memberships (account_id, person_id, role) VALUES ($1, $2, 'viewer')", [
    owner.account.id,
    vera.person.id,
  ]);
  const twice = browser();
  await twice.signIn('vera@other.example');
  t.is((await twice.send('POST', '/api/auth/sso/link', { provider: 'acme' })).body.code, 'not_found');
  t.is((await signIn(browser())).status, 200);
  const ada = (await stores.credentials.find('ada@acme.example'))!;
  // An identity that is somebody's is linked to nobody else.
  const root = browser();
  await root.signIn('root@acme.example');
  const { ticket, asked } = await setOut(root, '/api/auth/sso/link');
  t.is((await finish(root, ticket, provider.answer(asked), '/api/auth/sso/link')).body.code, 'conflict');
  // A journey of one is finished by no other.
  const other = await setOut(root, '/api/auth/sso/link');
  provider.claims = { sub: 'evil' };
  t.is(
    (await finish(eve, other.ticket, provider.answer(other.asked), '/api/auth/sso/link')).body.code,
    'ticket_over',
  );
  await stores.members.remove(owner.account.id, ada.person.id);
  provider.claims = {};
  t.is((await signIn(browser())).status, 200, 'who was removed is taken in anew where newcomers are');
});

test('a handle is one account’s, and what is switched off signs nobody in', async (t) => {
  const { browser, configure, register, accountAdministration, setOut, finish, provider, root } =
    await setUp(t);
  const mallory = await register('mallory@evil.example');
  await accountAdministration.setTier(mallory.account.id, 'enterprise');
  const evil = browser();
  await evil.signIn('mallory@evil.example');
  t.is((await configure({}, evil)).body.code, 'conflict');
  t.is((await evil.get('/api/v2/sso/config')).body.configured, false);
  const begun = await setOut(browser());
  t.is((await configure({ enabled: false })).status, 200);
  t.is((await finish(browser(), begun.ticket, provider.answer(begun.asked))).body.code, 'not_found');
  t.is((await browser().send('POST', '/api/auth/session/sso', { provider: 'acme' })).body.code, 'not_found');
  t.is((await root.send('DELETE', '/api/v2/sso/config')).body.configured, false);
  // A key of the account is no person: it signs nobody in, and configures as its owner may.
  t.is((await browser().get('/api/auth/sso?organization=acme')).text, '{"providers":[]}');
});

test('a provider that is slow, endless or sends elsewhere holds nobody up and leads nowhere', async (t) => {
  const { browser, provider, setOut, finish, signIn } = await setUp(t);
  const at = `${provider.issuer}/elsewhere`;
  provider.answers.set('/elsewhere', (_request, response) => json(response, { keys: [] }));
  provider.answers.set(
    '/token',
    (_request, response) => void response.writeHead(307, { location: at }).end(),
  );
  t.is((await signIn(browser())).status >= 400, true);
  t.false(provider.asked.includes('/elsewhere'), 'redirects are not followed');
  provider.answers.set('/token', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () =>
      void (response.write(Buffer.alloc(65_536, 32)) ? setImmediate(more) : response.once('drain', more));
    response.on('error', () => {});
    more();
  });
  t.is((await signIn(browser())).body.code, 'upstream_failed', 'an endless answer');
  provider.answers.set('/token', (_request, response) => void response.destroy());
  const { ticket, asked } = await setOut(browser());
  t.is(
    (await finish(browser(), ticket, provider.answer(asked))).body.code,
    'upstream_failed',
    'a broken connection',
  );
  provider.answers.set('/token', (_request, response) => json(response, { error: 'invalid_grant' }, 400));
  t.is((await signIn(browser())).body.code, 'wrong_credentials', 'a code that was used before');
  provider.answers.set('/token', (_request, response) => json(response, { error: 'invalid_client' }, 401));
  t.is((await signIn(browser())).body.code, 'upstream_failed', 'another secret');
  for (const body of [
    'null',
    '[]',
    '{"__proto__":{"access_token":"x"}}',
    '{"access_token":{}}',
    '<html>',
    '',
  ]) {
    provider.answers.set('/token', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    const { status } = await signIn(browser());
    t.true(status === 401 || status === 502, `${body}: ${status}`);
  }
});

test('a description that lies, or that leads to private addresses, is not taken', async (t) => {
  const postgres = (await freshDatabase(t)).open();
  const { provider, configure, clock, root } = await startSsoApi(t, postgres);
  const tried = async (metadata: Record<string, unknown>) => {
    provider.metadata = metadata;
    clock.ahead += 600_001;
    await root.signIn('root@acme.example');
    return (await configure()).body.code;
  };
  t.is(await tried({ issuer: 'https://evil.example' }), 'upstream_failed', 'another issuer');
  t.is(await tried({}), undefined);
  const closed = await startSsoApi(t, (await freshDatabase(t)).open(), {
    allowed: [],
  });
  const refused = await closed.configure();
  t.is(refused.body.code, 'upstream_failed', refused.text);
  t.regex(String(refused.body.error), /must not be connected to/);
  t.is(closed.provider.asked.length, 0);
  for (const issuer of [
    'http://id.example',
    'https://id.example/?x',
    'https://id.example/#x',
    'https://user:password@id.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://127.0.0.1.evil.example',
  ]) {
    t.is((await closed.configure({ issuer })).body.code, 'invalid_input', issuer);
  }
});

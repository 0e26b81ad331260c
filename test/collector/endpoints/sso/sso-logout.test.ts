import test, { type ExecutionContext } from 'ava';
import { SignJWT, UnsecuredJWT } from 'jose';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startSsoApi } from '../../../support/sso/sso-api.ts';

async function setUp(t: ExecutionContext) {
  const sso = await startSsoApi(t, (await freshDatabase(t)).open());
  t.is((await sso.configure()).status, 200);
  const logOut = (token: string | readonly string[], handle = 'acme') =>
    sso.api.request(`/api/v2/sso/backchannel-logout/${handle}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: [token]
        .flat()
        .map((one) => `logout_token=${one}`)
        .join('&'),
    });
  const ada = sso.browser();
  sso.provider.claims = { sid: 'session-1' };
  t.is((await sso.signIn(ada)).status, 200);
  const isIn = async (browser = ada) => (await browser.get('/api/auth/me')).status === 200;
  return { ...sso, logOut, ada, isIn };
}

test('a provider ends the sessions that it began: of a subject, or one of its own, and no others', async (t) => {
  const { logOut, ada, isIn, provider, browser, signIn, root, stores, owner } = await setUp(t);
  const second = browser();
  provider.claims = { sid: 'session-2' };
  await signIn(second);
  const eve = browser();
  provider.claims = { sub: 'eve', sid: 'session-3', email: 'eve@acme.example' };
  await signIn(eve);

  t.deepEqual((await logOut(await provider.logoutToken({ sub: undefined, sid: 'session-2' }))).body, {
    ended: 1,
  });
  t.deepEqual([await isIn(ada), await isIn(second), await isIn(eve)], [true, false, true]);
  t.deepEqual(
    (await logOut(await provider.logoutToken({ sid: 'session-3' }))).body,
    { ended: 0 },
    'of another subject',
  );
  t.deepEqual((await logOut(await provider.logoutToken())).body, { ended: 1 });
  t.deepEqual([await isIn(ada), await isIn(eve), await isIn(root)], [false, true, true]);
  const log = await stores.audit.list({ accountId: owner.account.id }, { limit: 5, offset: 0 });
  t.is(log.entries[0]?.action, 'signed_out_by_provider');
});

test('logout tokens that are forged, old, of others or used before end nothing', async (t) => {
  const { logOut, isIn, provider, signIn, ada } = await setUp(t);
  const event = 'http://schemas.openid.net/event/backchannel-logout';
  const claims = (more: object = {}) => ({
    iss: provider.issuer,
    aud: provider.clientId,
    iat: provider.seconds(),
    exp: provider.seconds(120),
    jti: 'x',
    sub: 'ada',
    events: { [event]: {} },
    ...more,
  });
  const bad: Record<string, string | Promise<string>> = {
    'no token': '',
    'no JWT': 'x.y.z',
    'alg none': new UnsecuredJWT(claims()).encode(),
    'the secret': new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(provider.secret.padEnd(32))),
    'another issuer': provider.logoutToken({ iss: 'https://evil.example' }),
    'another audience': provider.logoutToken({ aud: 'somebody-else' }),
    'a nonce': provider.logoutToken({ nonce: 'x' }),
    'no event': provider.logoutToken({ events: {} }),
    'an event that is no object': provider.logoutToken({ events: 'logout' }),
    'no subject and no session': provider.logoutToken({ sub: undefined }),
    'no id': provider.logoutToken({ jti: undefined }),
    'no end': provider.logoutToken({ exp: undefined }),
    over: provider.logoutToken({ iat: provider.seconds(-200), exp: provider.seconds(-60) }),
    'made long ago': provider.logoutToken({ iat: provider.seconds(-3_600), exp: provider.seconds(3_600) }),
    'of the future': provider.logoutToken({ iat: provider.seconds(600), exp: provider.seconds(900) }),
    'an ID token': provider.idToken(),
    'a token of another kind': provider.signed(claims(), 'at+jwt'),
  };
  for (const [what, token] of Object.entries(bad)) {
    const answer = await logOut(await token);
    t.is(answer.status, 400, `${what}: ${answer.text}`);
    t.true(await isIn(), what);
  }
  t.is(
    (await logOut([await provider.logoutToken(), await provider.logoutToken()])).status,
    400,
    'two of them',
  );
  t.is((await logOut(await provider.logoutToken(), 'nobody')).status, 404);
  const good = await provider.logoutToken();
  t.deepEqual((await logOut(good)).body, { ended: 1 });
  await signIn(ada);
  t.is((await logOut(good)).status, 400, 'a replay');
  t.true(await isIn());
});

test('strangers make no provider be asked for its keys again and again', async (t) => {
  const { logOut, provider } = await setUp(t);
  const before = provider.asked.filter((path) => path === '/keys').length;
  await provider.rotate('strange');
  const unknown = await provider.logoutToken();
  await provider.rotate('back');
  for (let index = 0; index < 20; index++) t.is((await logOut(unknown)).status, 400);
  t.true(provider.asked.filter((path) => path === '/keys').length <= before + 2);
  let last = 0;
  for (let index = 0; index < 60 && last !== 429; index++) last = (await logOut('x.y.z')).status;
  t.is(last, 429);
});

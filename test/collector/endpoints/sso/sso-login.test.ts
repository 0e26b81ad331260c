import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startSsoApi } from '../../../support/sso/sso-api.ts';

async function setUp(t: ExecutionContext, change: object = {}) {
  const postgres = (await freshDatabase(t)).open();
  const sso = await startSsoApi(t, postgres);
  const configured = await sso.configure(change);
  t.is(configured.status, 200, configured.text);
  return { ...sso, postgres };
}

test('the configuration is shown without its secret, which is stored encrypted and sent to the provider alone', async (t) => {
  const { root, configure, provider, browser, signIn, stores, owner, postgres } = await setUp(t);
  const shown = await root.get('/api/v2/sso/config');
  t.like(shown.body, { configured: true, source: 'api', has_secret: true });
  t.like(shown.body.protocols, { openid_connect: 'supported', saml: 'unsupported' });
  t.regex(String(shown.body.redirect_uri), /^http:\/\/127\.0\.0\.1:\d+\/sso$/);
  const log = await stores.audit.list({ accountId: owner.account.id }, { limit: 50, offset: 0 });
  const rows = await postgres.query('SELECT * FROM sso_providers');
  for (const where of [shown.text, JSON.stringify(log), JSON.stringify(rows)]) {
    t.false(where.includes(provider.secret));
  }
  t.is((await configure({ secret: undefined, name: 'Acme Inc' })).body.has_secret, true);
  t.is((await signIn(browser())).status, 200);
  t.is(provider.forms.length, 1);
});

test('the secret goes to no other issuer, and what does not answer as a provider is not saved', async (t) => {
  const { configure, root, provider } = await setUp(t);
  const elsewhere = await configure({ issuer: 'https://other.example', secret: undefined });
  t.is(elsewhere.body.code, 'invalid_input', elsewhere.text);
  const wrong = await configure({ issuer: `${provider.issuer}/there-is-none` });
  t.is(wrong.body.code, 'upstream_failed', wrong.text);
  t.like((await root.get('/api/v2/sso/config')).body.settings, { issuer: provider.issuer });
});

test('somebody new signs in, as a viewer, and comes back as the same person', async (t) => {
  const { browser, provider, setOut, finish, signIn, stores, owner } = await setUp(t);
  const ada = browser();
  const { ticket, asked } = await setOut(ada);
  t.is(asked.url.searchParams.get('code_challenge_method'), 'S256');
  t.is(asked.url.searchParams.get('response_type'), 'code');
  const answer = await finish(ada, ticket, provider.answer(asked));
  t.is(answer.status, 200, answer.text);
  t.like(answer.body.member, { email: 'ada@acme.example', role: 'viewer' });
  t.like(answer.body.user, { id: owner.account.id });
  const verifier = provider.forms[0]!.get('code_verifier')!;
  t.is(createHash('sha256').update(verifier).digest('base64url'), asked.challenge);
  const me = await ada.get('/api/auth/me');
  t.like(me.body.member, { email: 'ada@acme.example' });
  const again = await signIn(browser());
  t.is(JSON.stringify(again.body.member), JSON.stringify(answer.body.member));
  const log = await stores.audit.list({ accountId: owner.account.id }, { limit: 10, offset: 0 });
  t.true(JSON.stringify(log).includes('"by":"provider"'));
  t.is((await stores.members.list(owner.account.id)).length, 2);
});

test('roles follow the claim, and values that nobody named give none', async (t) => {
  const roles = [
    { value: 'dns-admins', role: 'owner' },
    { value: 'dns-team', role: 'analyst' },
  ];
  const { browser, provider, signIn, configure } = await setUp(t, {
    role_claim: 'realm_access.roles',
    roles,
  });
  const roleOf = async (values: unknown) => {
    provider.claims = { realm_access: { roles: values } };
    const answer = await signIn(browser());
    return (answer.body.member as { role: string } | undefined)?.role ?? answer.body.code;
  };
  t.is(await roleOf(['owner', 'administrator', 'DNS-ADMINS']), 'viewer');
  t.is(await roleOf(['dns-team', 'x']), 'analyst');
  t.is(await roleOf(['dns-admins', 'dns-team']), 'owner');
  t.is(await roleOf({ 'dns-admins': true }), 'viewer', 'also where it is taken away again');
  await configure({ role_claim: 'realm_access.roles', roles, default_role: null });
  t.is(await roleOf([]), 'forbidden');
});

test('the last owner stays one, whatever the provider says, and signs in with the password whatever it does', async (t) => {
  const { root, provider, setOut, finish, browser, signIn } = await setUp(t, {
    role_claim: 'groups',
    roles: [{ value: 'x', role: 'analyst' }],
  });
  const { ticket, asked } = await setOut(root, '/api/auth/sso/link');
  const linked = await finish(root, ticket, provider.answer(asked), '/api/auth/sso/link');
  t.is(linked.status, 200, linked.text);
  const answer = await signIn(browser());
  t.like(answer.body.member, { email: 'root@acme.example', role: 'owner' });
  for (const path of ['/.well-known/openid-configuration', '/keys', '/token']) {
    provider.answers.set(path, (_request, response) => void response.writeHead(500).end('broken'));
  }
  t.is((await browser().signIn('root@acme.example')).status, 200);
});

test('accounts of their own, and tiers, are for administrators to give', async (t) => {
  const { configure, postgres, owner, browser, provider, signIn, root } = await setUp(t);
  const own = { accounts: 'own', tier_claim: 'plan', tiers: [{ value: 'gold', tier: 'professional' }] };
  t.is((await configure(own)).body.code, 'forbidden');
  await postgres.query('UPDATE accounts SET administrator = true WHERE id = $1', [owner.account.id]);
  t.is((await configure(own)).status, 200);
  provider.claims = { plan: 'gold' };
  const ada = await signIn(browser());
  t.like(ada.body.user, { email: 'ada@acme.example', tier: 'professional', administrator: false });
  t.like(ada.body.member, { role: 'owner' });
  provider.claims = { plan: 'enterprise' };
  t.like(
    (await signIn(browser())).body.user,
    { tier: 'professional' },
    'a value that nobody named changes nothing',
  );
  t.deepEqual((await browser().get('/api/auth/sso')).body.providers, [{ handle: 'acme', name: 'Acme' }]);
  t.is((await root.get('/api/auth/me')).status, 200);
});

test('a key that the provider changed a moment ago is known, and a clock that is a little off does no harm', async (t) => {
  const { browser, provider, signIn } = await setUp(t);
  t.is((await signIn(browser())).status, 200);
  await provider.rotate('second');
  t.is((await signIn(browser())).status, 200);
  provider.claims = { iat: provider.seconds(20), nbf: provider.seconds(20) };
  t.is((await signIn(browser())).status, 200, 'twenty seconds ahead');
  provider.claims = { iat: provider.seconds(-320), exp: provider.seconds(-20) };
  t.is((await signIn(browser())).status, 200, 'twenty seconds behind');
});

test('what the provider says again counts as the password, and only if it asked again', async (t) => {
  const { browser, provider, signIn, clock, setOut, finish } = await setUp(t);
  const path = '/api/auth/session/confirm/sso';
  const ada = browser();
  await signIn(ada);
  clock.ahead = 11 * 60_000;
  const wanted = async () => (await ada.send('POST', '/api/auth/totp')).body.code;
  t.is(await wanted(), 'confirmation_required');
  const stale = await setOut(ada, path, undefined);
  t.is(stale.asked.url.searchParams.get('prompt'), 'login');
  t.is(stale.asked.url.searchParams.get('max_age'), '0');
  provider.claims = { auth_time: provider.seconds(-120) };
  t.is((await finish(ada, stale.ticket, provider.answer(stale.asked), path)).body.code, 'forbidden');
  provider.claims = {};
  const silent = await setOut(ada, path, undefined);
  t.is((await finish(ada, silent.ticket, provider.answer(silent.asked), path)).body.code, 'forbidden');
  provider.claims = { auth_time: provider.seconds(), sub: 'somebody-else' };
  const other = await setOut(ada, path, undefined);
  t.is((await finish(ada, other.ticket, provider.answer(other.asked), path)).body.code, 'forbidden');
  t.is(await wanted(), 'confirmation_required');
  provider.claims = { auth_time: provider.seconds() };
  const good = await setOut(ada, path, undefined);
  // The ticket of a confirmation signs nobody in.
  t.is((await finish(browser(), good.ticket, provider.answer(good.asked))).body.code, 'ticket_over');
  const done = await finish(ada, good.ticket, provider.answer(good.asked), path);
  t.is(done.status, 200, done.text);
  t.is(await wanted(), undefined);
});

import { policySignatureHeader, verifyPolicy } from '@sonde/shared/policy/signature.ts';
import test, { type ExecutionContext } from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/unbound/policy';
const rule = (name: string) => ({ match: { kind: 'domain', name }, action: { kind: 'block' } });

async function start(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const resolver = await api.world.addResolver(account.id);
  const policy = (query = '', headers: Record<string, string> = {}) =>
    api.request(path + query, { headers: { authorization: `Bearer ${resolver.keys.policy}`, ...headers } });
  return { api, account, key, resolver, policy };
}

test('a policy is signed for the resolver, and its changes follow one another', async (t) => {
  const { api, key, resolver, policy } = await start(t);
  const empty = await policy();
  t.is(empty.status, 200);
  t.like(empty.body, { resolver_id: String(resolver.id), version: 1, rules: [] });
  const made = await api.send('POST', `${path}/rules`, rule('Bad.Example'), key);
  t.is(made.status, 201);
  t.like(made.body, { resolver_id: null, version: 2, priority: 0, schedule: null });
  const whole = await policy();
  t.like(whole.body, { version: 2 });
  t.deepEqual(whole.body.rules, [
    {
      id: String(made.body.id),
      match: { kind: 'domain', name: 'Bad.Example' },
      action: { kind: 'block', answer: 'nxdomain' },
      priority: 0,
    },
  ]);
  const signature = whole.headers.get(policySignatureHeader) ?? '';
  const verifier = { kind: 'hmac-sha256', secret: resolver.keys.policy } as const;
  t.true(verifyPolicy(Buffer.from(whole.text), signature, verifier));
  t.false(verifyPolicy(Buffer.from(whole.text), signature, { ...verifier, secret: resolver.keys.analytics }));

  await api.send('PUT', `${path}/rules/${made.body.id}`, { ...rule('worse.example'), note: 'why' }, key);
  const second = await api.send('POST', `${path}/rules`, rule('more.example'), key);
  await api.send('DELETE', `${path}/rules/${second.body.id}`, undefined, key);
  const change = await policy('?since=2');
  t.like(change.body, { from_version: 2, version: 5, removed: [String(second.body.id)] });
  t.like((change.body.put as unknown[])[0] as object, { match: { name: 'worse.example' } });
  t.true(verifyPolicy(Buffer.from(change.text), change.headers.get(policySignatureHeader) ?? '', verifier));
  t.like((await policy('?since=77')).body, { version: 5, rules: [{ id: String(made.body.id) }] });
});

test('who has the policy is not sent it again', async (t) => {
  const { api, key, policy } = await start(t);
  const tag = (await policy()).headers.get('etag') ?? '';
  t.regex(tag, /^"[0-9-]+"$/);
  for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const known = await policy('?since=1', { 'if-none-match': header });
    t.is(known.status, 304, header);
    t.is(known.text, '');
  }
  await api.send('POST', `${path}/rules`, rule('bad.example'), key);
  const changed = await policy('?since=1', { 'if-none-match': tag });
  t.is(changed.status, 200);
  t.not(changed.headers.get('etag'), tag);
});

test('rules reach the resolvers that they are for', async (t) => {
  const { api, account, key, resolver, policy } = await start(t);
  const other = await api.world.addResolver(account.id, 'other');
  await api.send('POST', `${path}/rules`, { ...rule('all.example'), resolver_id: null }, key);
  await api.send('POST', `${path}/rules`, { ...rule('other.example'), resolver_id: other.id }, key);
  t.is(((await policy()).body.rules as unknown[]).length, 1);
  t.deepEqual((await policy('?since=2')).body.put, []);
  const mine = await api.get(`${path}/rules?resolver_id=${resolver.id}`, key);
  t.like(mine.body, { count: 1, version: 3 });
  t.like((await api.get(`${path}/rules`, key)).body, { count: 2 });
  const { key: stranger } = await api.world.addAccount('eve@example.com');
  t.is((await api.get(`${path}/rules?resolver_id=${resolver.id}`, stranger)).status, 404);
  const foreign = { ...rule('x.example'), resolver_id: resolver.id };
  t.is((await api.send('POST', `${path}/rules`, foreign, stranger)).status, 404);
});

test('the policy as a response policy zone', async (t) => {
  const { api, key, policy } = await start(t);
  await api.send('POST', `${path}/rules`, rule('bad.example'), key);
  const zone = await policy('?format=rpz');
  t.is(zone.status, 200);
  t.true(zone.headers.get('content-type')?.startsWith('text/dns'));
  t.true(zone.text.startsWith('$ORIGIN policy.sonde.\n'));
  t.regex(zone.text, /^bad\.example CNAME \.$/m);
  t.regex(zone.text, /^\*\.bad\.example CNAME \.$/m);
  t.is((await policy('?format=rpz&zone=.')).status, 400);
});

test('what no resolver could enforce is refused', async (t) => {
  const { api, key } = await start(t);
  const bad = [
    { match: { kind: 'client', network: '0.0.0.0/0' }, action: { kind: 'block' } },
    { match: { kind: 'name', name: 'x.rpz-ip' }, action: { kind: 'block' } },
    { match: { kind: 'name', name: 'x.example' }, action: { kind: 'redirect', name: 'rpz-drop' } },
  ];
  for (const body of bad) {
    const refused = await api.send('POST', `${path}/rules`, body, key);
    t.is(refused.status, 400, JSON.stringify(body));
    t.is(refused.body.code, 'invalid_input');
  }
});

import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const root = '/api/v1/unbound';
const block = (name: string, more: object = {}) => ({
  match: { kind: 'domain', name },
  action: { kind: 'block' },
  ...more,
});

test('who waits hears of the next version at once, and of none in the end', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const { key: stranger } = await api.world.addAccount('bob@example.com');
  const { keys } = await api.world.addResolver(account.id);
  const waiting = api.get(`${root}/policy?since=1&wait=30`, keys.policy);
  while (api.world.policyWatch.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await api.send('POST', `${root}/policy/rules`, block('others.example'), stranger);
  t.is(api.world.policyWatch.waiting, 1);
  await api.send('POST', `${root}/policy/rules`, block('bad.example'), key);
  t.like((await waiting).body, { from_version: 1, version: 2 });
  t.is(api.world.policyWatch.waiting, 0);
  t.like((await api.get(`${root}/policy?since=1&wait=30`, keys.policy)).body, { version: 2 });
  const none = await api.get(`${root}/policy?since=2&wait=1`, keys.policy);
  t.is(none.status, 200);
  t.is(api.world.policyWatch.waiting, 0);
  t.is((await api.get(`${root}/policy?since=2&wait=31`, keys.policy)).status, 400);
});

test('a policy goes back to a version in one step, as a new version', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const { keys } = await api.world.addResolver(account.id);
  const make = (name: string) => api.send('POST', `${root}/policy/rules`, block(name), key);
  const first = (await make('one.example')).body.id;
  await make('two.example');
  await api.send('PUT', `${root}/policy/rules/${first}`, block('changed.example'), key);
  await api.send('DELETE', `${root}/policy/rules/${first}`, undefined, key);
  const versions = await api.get(`${root}/policy/versions`, key);
  t.like(versions.body, { count: 4, version: 5 });
  t.like((versions.body.versions as object[])[0]!, { version: 5, rules_put: 0, rules_deleted: 1 });

  const back = await api.send('POST', `${root}/policy/rollback`, { version: 2 }, key);
  t.like(back.body, { version: 6, rules_changed: 2 });
  const { body } = await api.get(`${root}/policy?since=5`, keys.policy);
  t.like(body, { version: 6, removed: ['2'] });
  t.like((body.put as object[])[0]!, { id: String(first), match: { name: 'one.example' } });
  t.like((await api.send('POST', `${root}/policy/rollback`, { version: 6 }, key)).body, {
    version: 6,
    rules_changed: 0,
  });
  t.is((await api.send('POST', `${root}/policy/rollback`, { version: 7 }, key)).status, 409);
});

test('two versions are compared, in either order', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const { key: stranger } = await api.world.addAccount('bob@example.com');
  const diff = (query = '', who = key) => api.get(`${root}/policy/diff${query}`, who);
  t.like((await diff()).body, { version: 1, from: 1, to: 1, added: 0, rules: [] });
  const make = (name: string) => api.send('POST', `${root}/policy/rules`, block(name), key);
  const first = (await make('one.example')).body.id;
  const second = (await make('two.example')).body.id;
  await api.send('PUT', `${root}/policy/rules/${first}`, block('changed.example'), key);
  await api.send('DELETE', `${root}/policy/rules/${second}`, undefined, key);
  const rules = (answer: { body: Record<string, unknown> }) =>
    (answer.body.rules as { change: string; before: Rule | null; after: Rule | null }[]).map(
      ({ change, before, after }) => [change, before?.match.name, after?.match.name],
    );
  interface Rule {
    match: { name: string };
  }
  const last = await diff();
  t.like(last.body, { version: 5, from: 4, to: 5, added: 0, removed: 1, changed: 0 });
  t.deepEqual(rules(last), [['removed', 'two.example', undefined]]);
  const all = await diff('?from=3&to=5');
  t.like(all.body, { added: 0, removed: 1, changed: 1, feed_rules: { added: 0, removed: 0 } });
  t.deepEqual(rules(all), [
    ['changed', 'one.example', 'changed.example'],
    ['removed', 'two.example', undefined],
  ]);
  t.like((await diff('?from=5&to=3&limit=1')).body, { added: 1, changed: 1, limit: 1 });
  t.deepEqual(rules(await diff('?from=5&to=3&limit=1')), [['changed', 'changed.example', 'one.example']]);
  t.like((await diff('?from=1&to=3')).body, { added: 2, removed: 0, changed: 0 });
  for (const unknown of ['?to=6', '?from=6']) t.is((await diff(unknown)).status, 404);
  t.is((await diff('?to=5', stranger)).status, 404);
  t.is((await diff('?from=0')).status, 400);
});

test('each resolver is shown with the version that it holds, and since when it is behind', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const { id, keys } = await api.world.addResolver(account.id);
  const held = async () => {
    const { resolvers } = (await api.get(`${root}/resolvers`, key)).body as {
      resolvers: { policy: object }[];
    };
    const stats = (await api.get(`${root}/stats?resolver_id=${id}`, key)).body as typeof own;
    const own = { resolvers };
    t.deepEqual(stats.resolvers[0]!.policy, resolvers[0]!.policy);
    return resolvers[0]!.policy as Record<string, unknown> | null;
  };
  await api.get(`${root}/policy`, keys.policy);
  t.is(await held(), null, 'who asks for a policy has none yet');
  await api.get(`${root}/policy?since=1&serial=17&not_enforced=2`, keys.policy);
  t.like(await held(), {
    version: 1,
    serial: 17,
    rules_not_enforced: 2,
    behind_since: null,
    went_back_from: null,
  });
  await api.send('POST', `${root}/policy/rules`, block('bad.example'), key);
  await api.send('POST', `${root}/policy/rules`, block('worse.example'), key);
  const { versions } = (await api.get(`${root}/policy/versions`, key)).body as {
    versions: { version: number; changed_at: string }[];
  };
  const { changed_at: since } = versions.find(({ version }) => version === 2)!;
  t.like(await held(), { version: 1, behind_since: since });
  await api.get(`${root}/policy?since=2&refused=3`, keys.policy);
  t.like(await held(), { version: 2, went_back_from: 3, serial: null });
  await api.get(`${root}/policy?since=3`, keys.policy);
  t.like(await held(), { version: 3, went_back_from: null, behind_since: null });
  for (const bad of ['serial=-1', 'serial=4294967296', 'refused=0', 'not_enforced=x'])
    t.is((await api.get(`${root}/policy?since=3&${bad}`, keys.policy)).status, 400, bad);
});

test('a resolver that takes the policy as a zone holds what it was given', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const { id, keys } = await api.world.addResolver(account.id);
  await api.send('POST', `${root}/policy/rules`, block('bad.example'), key);
  await api.get(`${root}/policy?format=rpz`, keys.policy);
  t.like((await api.world.resolvers.find(account.id, id))!.policy, { version: 2, serial: null });
});

test('a rule comes to a share of the resolvers, which only grows with it', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const resolvers = await Promise.all(Array.from({ length: 30 }, () => api.world.addResolver(account.id)));
  const made = await api.send(
    'POST',
    `${root}/policy/rules`,
    block('new.example', { rollout_percent: 30 }),
    key,
  );
  t.is(made.body.rollout_percent, 30);
  const having = async () => {
    const ids = new Set<number>();
    for (const { id, keys } of resolvers) {
      const { rules } = (await api.get(`${root}/policy`, keys.policy)).body as { rules: object[] };
      t.true(rules.every((rule) => !('rollout_percent' in rule)));
      if (rules.length > 0) ids.add(id);
    }
    return ids;
  };
  const few = await having();
  t.true(few.size > 0 && few.size < 25, String(few.size));
  const set = (percent: number) =>
    api.send(
      'PUT',
      `${root}/policy/rules/${made.body.id}`,
      block('new.example', { rollout_percent: percent }),
      key,
    );
  await set(60);
  const more = await having();
  t.true(few.isSubsetOf(more) && more.size > few.size);
  await set(100);
  t.is((await having()).size, resolvers.length);
  const last = await set(1);
  const gone = resolvers.find(({ id }) => !few.has(id))!;
  const step = await api.get(`${root}/policy?since=${(last.body.version as number) - 1}`, gone.keys.policy);
  t.deepEqual(step.body.removed, [String(made.body.id)]);
});

test('a preview asks for the locations and the name as rows have it', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const resolver = await api.world.addResolver(account.id);
  const elsewhere = await api.world.addLocation(account.id, 'elsewhere');
  const own = (await api.world.resolvers.find(account.id, resolver.id))!.locationId!;
  const observedAt = (Date.now() - 3_600_000) * 1_000;
  for (const [locationId, queryName, clientAddress] of [
    [own, 'bad.example', '192.0.2.1'],
    [own, 'www.bad.example', '192.0.2.2'],
    [own, 'notbad.example', '192.0.2.2'],
    [elsewhere.id, 'good.example', '192.0.2.3'],
  ] as const)
    api.world.stored.add({ locationId, queryName, clientAddress, observedAt });
  const match = { kind: 'domain', name: 'Bad.Example.' };
  const answer = await api.send('POST', `${root}/policy/preview`, { match, period: '7d' }, key);
  t.like(answer.body, { queries: 4, hits: 2, share: 0.5, clients: 2, names: 2 });
  t.is(answer.body.first_hit, answer.body.last_hit);
  const here = await api.send(
    'POST',
    `${root}/policy/preview`,
    { match, resolver_id: resolver.id, period: '7d' },
    key,
  );
  t.like(here.body, { queries: 3, hits: 2 });
  for (const bad of [{ match, period: '8d' }, { match: { kind: 'client', network: '0.0.0.0/0' } }]) {
    t.is((await api.send('POST', `${root}/policy/preview`, bad, key)).status, 400);
  }
});

test('resolvers are listed and deleted, and their keys go with them', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const { key: stranger } = await api.world.addAccount('bob@example.com');
  const { id, keys } = await api.world.addResolver(account.id, 'ns1');
  const list = await api.get(`${root}/resolvers`, key);
  t.like(list.body, { count: 1 });
  t.like((list.body.resolvers as object[])[0]!, { resolver_id: id, resolver_name: 'ns1' });
  t.is((await api.send('DELETE', `${root}/resolvers/${id}`, undefined, stranger)).status, 404);
  t.is((await api.send('DELETE', `${root}/resolvers/${id}`, undefined, key)).status, 200);
  t.is((await api.get(`${root}/policy`, keys.policy)).status, 401);
  t.like((await api.get(`${root}/resolvers`, key)).body, { count: 0 });
});

test('sources of rules are made, listed and deleted', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const { key: stranger } = await api.world.addAccount('bob@example.com');
  const made = await api.send('POST', `${root}/policy/sources`, { sources: ['test'] }, key);
  t.is(made.status, 201, made.text);
  t.like(made.body, {
    sources: ['test'],
    min_severity: 'medium',
    action: { kind: 'block', answer: 'nxdomain' },
  });
  t.like((await api.get(`${root}/policy/sources`, key)).body, { count: 1 });
  t.like((await api.get(`${root}/policy/sources`, stranger)).body, { count: 0 });
  const path = `${root}/policy/sources/${made.body.id}`;
  t.is((await api.send('DELETE', path, undefined, stranger)).status, 404);
  t.is((await api.send('DELETE', path, undefined, key)).status, 200);
  const reserved = { sources: ['test'], action: { kind: 'redirect', name: 'rpz-drop' } };
  t.is((await api.send('POST', `${root}/policy/sources`, reserved, key)).status, 400);
});

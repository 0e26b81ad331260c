import test, { type ExecutionContext } from 'ava';
import { makeKey } from '../../../collector/domain/people/access/api-key.ts';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { accessRule } from '../../../collector/http/access/access-rule.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { roles } from '../../../collector/ports/accounts/people.ts';
import { startTestApi } from '../../support/http/http.ts';
import { systemRandom } from '../../support/system-random.ts';

/** Operations that a key of an account may ask for at all. */
const operations = (endpoints as readonly Endpoint<never>[]).filter(
  ({ access }) => !['location', 'resolver', 'provisioning', 'session', 'public'].includes(access),
);

async function start(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account } = await api.world.addAccount('ada@example.com', {
    tier: 'enterprise',
    administrator: true,
  });
  const keyOf = async (more: {
    role?: (typeof roles)[number];
    expiresAt?: Date;
    kind?: 'account' | 'admin';
  }) => {
    const { kind = 'account', ...narrower } = more;
    const { key, prefix, hash } = makeKey(kind, systemRandom);
    const scope = { kind };
    await api.world.apiKeys.create({ accountId: account.id, scope, prefix, hash, label: 'x', ...narrower });
    return key;
  };
  return { api, keyOf };
}

test('over every operation, a key for a lesser role may what a member with that role may', async (t) => {
  const { api, keyOf } = await start(t);
  let refused = 0;
  for (const role of ['analyst', 'viewer'] as const) {
    const key = await keyOf({ role });
    for (const endpoint of operations) {
      const answer = await api.request(endpoint.path.replaceAll(/\{\w+\}/g, '999999'), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
      const { needs, level } = accessRule(endpoint);
      const what = `${role}: ${endpoint.method} ${endpoint.path}: ${answer.text.slice(0, 200)}`;
      if (level === 'admin') t.is(answer.body.code, 'scope_insufficient', what);
      else if (roles.indexOf(role) > roles.indexOf(needs)) {
        t.is(answer.body.code, 'role_insufficient', what);
        refused++;
      } else t.notRegex(String(answer.body.code), /role_|scope_|credential/, what);
    }
  }
  t.true(refused > 30);
  const key = await keyOf({ role: 'analyst', kind: 'admin' });
  t.is(
    (await api.get('/api/admin/accounts', key)).body.code,
    'scope_insufficient',
    'no lesser key administrates',
  );
});

test('a key that has expired is as none', async (t) => {
  const { api, keyOf } = await start(t);
  const locations = '/api/v1/dns-monitoring/locations';
  t.is((await api.get(locations, await keyOf({ expiresAt: new Date(Date.now() + 60_000) }))).status, 200);
  t.is(
    (await api.get(locations, await keyOf({ expiresAt: new Date(Date.now() - 1) }))).body.code,
    'invalid_credential',
  );
});

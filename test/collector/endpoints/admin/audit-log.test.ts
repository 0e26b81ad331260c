import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

test('what was done can be asked for, by whom and to what', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { key, account } = await world.addAccount('root@example.com', { administrator: true });
  const { account: other } = await world.addAccount('ada@example.com');
  for (const tier of ['research', 'commercial']) {
    await api.send('PUT', `/api/admin/accounts/${other.id}/tier`, { tier }, key);
  }
  await api.send('POST', '/api/auth/logout-everywhere', undefined, key);
  const all = await api.get('/api/admin/audit-log', key);
  t.is(all.body.count, 3);
  const entries = all.body.entries as Record<string, unknown>[];
  t.deepEqual(
    entries.map(({ action }) => action),
    ['tokens_voided', 'tier_changed', 'tier_changed'],
  );
  t.like(entries[1], {
    account_id: account.id,
    address: '127.0.0.1',
    object: `account:${other.id}`,
    details: { tier: 'commercial' },
  });
  t.is(typeof entries[1]?.request_id, 'string');
  for (const [query, count] of [
    ['action=tier_changed', 2],
    [`object=account:${account.id}`, 1],
    [`account_id=${other.id}`, 0],
  ] as const) {
    t.is((await api.get(`/api/admin/audit-log?${query}`, key)).body.count, count, query);
  }
  const page = await api.get('/api/admin/audit-log?limit=1&offset=1', key);
  t.is((page.body.entries as unknown[]).length, 1);
});

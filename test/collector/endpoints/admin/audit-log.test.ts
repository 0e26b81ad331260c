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

test('who removes a place, a resolver or a list leaves that in the audit log', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('root@example.com', { administrator: true });
  const { body: place } = await api.send(
    'POST',
    '/api/v1/dns-monitoring/locations',
    { location_name: 'Office' },
    key,
  );
  const location = `/api/v1/dns-monitoring/locations/${place.id}`;
  await api.send('PUT', location, { location_name: 'Harbour', retention_days: 7 }, key);
  const { body: resolver } = await api.send(
    'POST',
    '/api/v1/unbound/register',
    { resolver_name: 'r1', location: 'Harbour', modules_enabled: ['policy'] },
    key,
  );
  await api.send('DELETE', `/api/v1/unbound/resolvers/${resolver.resolver_id}`, undefined, key);
  await api.send('DELETE', location, undefined, key);
  const list = '/api/v1/threat-intel/indicators/own-list';
  await api.send('PUT', list, ['bad.example'], key);
  await api.send('DELETE', list, undefined, key);
  const { body } = await api.get('/api/admin/audit-log', key);
  t.like(
    (body.entries as { action: string; object: string; details: object }[])
      .toReversed()
      .map(({ action, object, details }) => ({ action, object, details })),
    [
      {
        action: 'location_changed',
        object: `location:${place.id}`,
        details: { name: 'Harbour', retention_days: 7 },
      },
      { action: 'resolver_registered', details: { name: 'r1', modules: 'policy' } },
      { action: 'resolver_deleted', object: `resolver:${resolver.resolver_id}` },
      { action: 'location_deleted', object: `location:${place.id}` },
      { action: 'indicators_replaced', object: 'indicators:own-list', details: { count: 1, rejected: 0 } },
      { action: 'indicators_deleted', object: 'indicators:own-list', details: { removed: 1 } },
    ],
  );
});

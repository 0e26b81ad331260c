import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/client-names';

test('clients are named, renamed and named no more, each account for itself', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const { key: stranger } = await api.world.addAccount('eve@example.com');
  const put = (...names: [string, string | null][]) =>
    api.send('PUT', path, { names: names.map(([client_ip, name]) => ({ client_ip, name })) }, key);
  t.is((await put(['192.0.2.7', 'printer'], ['2001:DB8:0::1', ' desk '], ['192.0.2.9', 'gone'])).status, 200);
  t.is((await put(['192.0.2.7', 'old printer'], ['192.0.2.9', null])).status, 200);
  t.deepEqual((await api.get(path, key)).body, {
    count: 2,
    names: [
      { client_ip: '192.0.2.7', name: 'old printer', source: 'operator' },
      { client_ip: '2001:db8::1', name: 'desk', source: 'operator' },
    ],
  });
  t.like((await api.get(path, stranger)).body, { count: 0 });
  const refused = await put(['192.0.2.7', 'x'], ['fe80::1%eth0', 'y']);
  t.is(refused.status, 400);
  t.is((refused.body.details as { path: string }[])[0]?.path, 'names.1.client_ip');
  t.is((await put(['192.0.2.7', ''])).status, 400);
});

test('the collector says what waits and what troubles it', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  t.like((await api.get('/api/v1/dns-monitoring/status', key)).body, { trouble: null, warnings: [] });
  api.world.collectorState = {
    ...api.world.collectorState,
    waitingBatches: 3,
    waitingBytes: 4_096,
    lag: 1_500.4,
    trouble: 'The store is away.',
  };
  const { body } = await api.get('/api/v1/dns-monitoring/status', key);
  t.like(body, {
    backlog: { batches: 3, bytes: 4_096, lag_seconds: 1.5 },
    kept: { profile: 'standard', queries_days: 90, details_days: 30, counts_days: 730 },
    trouble: 'The store is away.',
  });
  t.is((await api.get('/api/v1/dns-monitoring/status')).status, 401);
});

import test from 'ava';
import { Registry } from 'prom-client';
import { BurstLimits } from '../../../../collector/domain/people/quota/burst-limits.ts';
import { DailyQuota } from '../../../../collector/domain/people/quota/daily-quota.ts';
import { dailyCallQuota } from '../../../../collector/http/limits/call-quota.ts';
import { createPrometheusMeter } from '../../../../collector/metrics/prometheus-meter.ts';
import { FakeUsage } from '../../../support/fakes/accounts/usage.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { silentLog } from '../../../support/silent-log.ts';

const path = '/api/v1/dns-monitoring/locations';
const clock = { now: () => Date.parse('2026-03-14T23:59:00.500Z') };

function quotaOver(usage: FakeUsage) {
  const quota = new DailyQuota({
    usage,
    clock,
    log: silentLog,
    meter: createPrometheusMeter(new Registry()),
  });
  return { quota, parts: { quota: dailyCallQuota(quota, clock) } };
}

test('every counted answer says what is left, also when it is a failure', async (t) => {
  const { parts } = quotaOver(new FakeUsage());
  const api = await startTestApi(t, { parts });
  const { key } = await api.world.addAccount('ada@example.com');
  const good = await api.get(path, key);
  t.is(good.headers.get('x-ratelimit-limit'), '15000');
  t.is(good.headers.get('x-ratelimit-remaining'), '14999');
  t.is(good.headers.get('x-ratelimit-reset'), String(Date.parse('2026-03-15T00:00:00Z') / 1_000));
  const bad = await api.get(`${path}?limit=0`, key);
  t.is(bad.status, 400);
  t.is(bad.headers.get('x-ratelimit-remaining'), '14998');
});

test('when the day is used up, the answer is 429 with the time until the next', async (t) => {
  const usage = new FakeUsage();
  await usage.add('2026-03-14', new Map([['account:1', 14_999]]));
  const { parts, quota } = quotaOver(usage);
  const api = await startTestApi(t, { parts });
  const { key, account } = await api.world.addAccount('ada@example.com');
  t.is(account.id, 1);
  t.is((await api.get(path, key)).status, 200);
  await quota.flush();
  const refused = await api.get(path, key);
  t.is(refused.status, 429);
  t.is(refused.body.code, 'quota_exhausted');
  t.is(refused.headers.get('retry-after'), '60');
  t.is(refused.headers.get('x-ratelimit-remaining'), '0');
});

test('uploads of locations are not counted, and enterprise has no end', async (t) => {
  const { parts } = quotaOver(new FakeUsage());
  const api = await startTestApi(t, { parts });
  const { account, key } = await api.world.addAccount('ada@example.com', { tier: 'enterprise' });
  t.is((await api.get(path, key)).headers.get('x-ratelimit-limit'), null);
  const location = await api.world.addLocation(account.id, 'Office');
  const upload = await api.send('POST', '/api/v1/dns-monitoring/queries', { queries: [] }, location.key);
  t.is(upload.status, 202);
  t.is(upload.headers.get('x-ratelimit-limit'), null);
});

test('a scoped key is no way around the limits of its account', async (t) => {
  const { quota } = quotaOver(new FakeUsage());
  const burst = new BurstLimits({ burst: 10, perMinute: 1 }, clock);
  const api = await startTestApi(t, { parts: { quota: dailyCallQuota(quota, clock, burst) } });
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const byLocation = await api.get('/api/domains', location.key);
  t.is(byLocation.headers.get('x-ratelimit-remaining'), '14999');
  t.is((await api.get('/api/domains', key)).headers.get('x-ratelimit-remaining'), '14998');
  const analyse = (credential: string) =>
    api.send('POST', '/api/v2/audit/dnssec', { domain: 'example.com' }, credential);
  t.deepEqual(
    [await analyse(key), await analyse(location.key), await analyse(key)].map(({ status }) => status),
    [200, 200, 200],
  );
  const refused = await analyse(location.key);
  t.is(refused.status, 429);
  t.is(refused.headers.get('x-ratelimit-limit'), '15000', 'every 429 tells what is left of the day');
  t.is(refused.headers.get('x-ratelimit-remaining'), '14995');
});

test('whoever used up the day still ends what was stolen', async (t) => {
  const usage = new FakeUsage();
  await usage.add('2026-03-14', new Map([['account:1', 15_000]]));
  const { parts, quota } = quotaOver(usage);
  const api = await startTestApi(t, { parts });
  const { key } = await api.world.addAccount('ada@example.com');
  await api.get(path, key);
  await quota.flush();
  t.is((await api.get(path, key)).status, 429);
  t.is((await api.send('POST', '/api/auth/logout-everywhere', undefined, key)).status, 200);
  const change = { current_password: 'no such password', new_password: 'correct horse battery' };
  t.is((await api.send('PUT', '/api/auth/password', change, key)).status, 401);
  t.is((await api.send('DELETE', '/api/account/api-keys/999', undefined, key)).status, 404);
});

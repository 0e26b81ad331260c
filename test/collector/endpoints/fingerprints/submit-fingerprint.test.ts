import test from 'ava';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/v1/fingerprint/submit';
const chrome = 't13d1516h2_8daaf6152771_b186095e22b6';
const curl = 't13d3112h2_e8f1e7e78f70_375ca2c5e164';

const body = (source_ip: string, ja4: unknown) => ({ source_ip, fingerprints: { ja4 } });

test('a fingerprint is kept, and what the account saw of it and its address is told', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const { key: other } = await api.world.addAccount('bea@example.com');
  const first = await api.send('POST', path, body('192.0.2.7', chrome), key);
  t.is(first.status, 201);
  t.like(first.body, {
    accepted: true,
    source_ip: '192.0.2.7',
    fingerprints: { ja4: chrome },
    times_seen: 1,
    addresses_with_fingerprint: 1,
    fingerprints_of_address: 1,
    month: { limit: 10_000, used: 1 },
  });
  await api.send('POST', path, body('192.0.2.7', curl), key);
  await api.send('POST', path, body('2001:DB8:0::1', chrome), key);
  const again = await api.send('POST', path, body('192.0.2.7', chrome), key);
  t.like(again.body, {
    times_seen: 2,
    addresses_with_fingerprint: 2,
    fingerprints_of_address: 2,
    first_seen: first.body.first_seen,
    month: { used: 4 },
  });
  // Accounts do not see each other's.
  const others = await api.send('POST', path, body('192.0.2.7', chrome), other);
  t.like(others.body, { times_seen: 1, addresses_with_fingerprint: 1, month: { used: 1 } });
});

test('the free tier has 10,000 a month, others have no such end', async (t) => {
  const world = new FakeWorld();
  // The month does not end meanwhile.
  const now = Date.UTC(2026, 2, 14, 12);
  const api = await startTestApi(t, {
    world,
    parts: { ports: { ...world.ports, clock: { now: () => now } } },
  });
  const { key, account } = await api.world.addAccount('ada@example.com');
  const { key: paid, account: payer } = await api.world.addAccount('bea@example.com', { tier: 'essentials' });
  for (const { id } of [account, payer]) {
    await api.world.usage.add('2026-03', new Map([[`fingerprints:account:${id}`, 9_999]]));
  }
  t.like((await api.send('POST', path, body('192.0.2.7', chrome), key)).body, { month: { used: 10_000 } });
  const refused = await api.send('POST', path, body('192.0.2.7', chrome), key);
  t.is(refused.status, 429);
  t.is(refused.body.code, 'quota_exhausted');
  const seconds = Number(refused.headers.get('retry-after'));
  t.is(seconds, 17.5 * 86_400);
  await api.send('POST', path, body('192.0.2.7', chrome), paid);
  t.like((await api.send('POST', path, body('192.0.2.7', chrome), paid)).body, {
    month: { limit: null, used: 10_001 },
  });
});

test('what is no fingerprint and no address is refused', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  for (const ja4 of ['', 'x', chrome.slice(1), `${chrome}0`, chrome.toUpperCase(), 5, null]) {
    t.is((await api.send('POST', path, body('192.0.2.7', ja4), key)).status, 400, String(ja4));
  }
  t.is((await api.send('POST', path, body('192.0.2.256', chrome), key)).status, 400);
  t.is((await api.send('POST', path, body('192.0.2.7', chrome))).status, 401);
});

import test from 'ava';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/account/usage';

test("today's requests stand against the tier's limit, days without any are zero", async (t) => {
  const world = new FakeWorld();
  // The day does not end meanwhile.
  const now = Date.UTC(2026, 2, 14, 12);
  const api = await startTestApi(t, {
    world,
    parts: { ports: { ...world.ports, clock: { now: () => now } } },
  });
  const { account, key } = await world.addAccount('ada@example.com', { tier: 'essentials' });
  const today = '2026-03-14';
  await world.usage.add(today, new Map([[`account:${account.id}`, 80_005]]));
  const { body } = await api.get(`${path}?days=3`, key);
  t.like(body, { tier: 'essentials', limit: 80_000, used: 80_005, remaining: 0 });
  const days = body.days as { date: string; requests: number }[];
  t.deepEqual(
    days.map(({ requests }) => requests),
    [0, 0, 80_005],
  );
  t.is(days.at(-1)?.date, today);
  t.is(body.reset, '2026-03-15T00:00:00.000Z');
});

test('where there is no limit, nothing remains to be counted down', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com', { tier: 'enterprise' });
  const { body } = await api.get(path, key);
  t.like(body, { limit: null, remaining: null, used: 0 });
  t.is((body.days as unknown[]).length, 30);
});

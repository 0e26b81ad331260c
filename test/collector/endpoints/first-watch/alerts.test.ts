import test from 'ava';
import { SegmentBuilder } from '../../../../collector/domain/intelligence/threat-intel/index/segment-builder.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v2/first-watch/alerts';
const day = 86_400_000;

/** An account whose location was asked for an ordinary, a listed and a made-up domain; the clock stands so many days on. */
async function setUp(t: Parameters<typeof startTestApi>[0], daysOn: number, ordinary = 'garden-market.com') {
  const world = new FakeWorld();
  const now = Date.now() + daysOn * day;
  const api = await startTestApi(t, {
    world,
    parts: { ports: { ...world.ports, clock: { now: () => now } } },
  });
  const { account, key } = await world.addAccount('ada@example.com');
  const { id: locationId } = await world.addLocation(account.id, 'Office');
  const other = await world.addLocation((await world.addAccount('eve@example.com')).account.id, 'Elsewhere');
  const builder = new SegmentBuilder('bad names');
  const indicator = {
    threatType: 'malware',
    severity: 'high',
    source: 'bad names',
    description: null,
  } as const;
  builder.add({ ...indicator, name: 'listed.com' });
  await world.matcher.install(builder.build());
  for (const domain of [ordinary, 'listed.com', 'xkqzvbwjrtpfh.com'])
    world.stored.add({ queryName: domain, observedAt: (now - 3_600_000) * 1_000, locationId });
  world.stored.add({
    queryName: 'theirs.com',
    observedAt: (now - 3_600_000) * 1_000,
    locationId: other.id,
  });
  return { api, key, locationId, otherId: other.id, world, now };
}

test('domains seen for the first time are told, the gravest first', async (t) => {
  const { api, key, locationId } = await setUp(t, 30);
  const { body } = await api.get(`${path}?location_id=${locationId}`, key);
  t.like(body, { days: 1, count: 3, total: 3, learning: false });
  const told = (body.alerts as Record<string, unknown>[]).map(({ domain, severity, reason }) => [
    domain,
    severity,
    reason,
  ]);
  t.deepEqual(told, [
    ['listed.com', 'high', 'listed'],
    ['xkqzvbwjrtpfh.com', 'low', 'made_up'],
    ['garden-market.com', 'info', 'new'],
  ]);
  t.is((await api.get(`${path}?severity=low&limit=1`, key)).body.total, 2);
  t.is((await api.get(`${path}?severity=low&limit=1`, key)).body.count, 1);
});

test('a young location is told what has another reason alone', async (t) => {
  const { api, key, otherId } = await setUp(t, 2);
  const { body } = await api.get(path, key);
  t.like(body, { learning: true, total: 2 });
  t.is((await api.get(`${path}?location_id=${otherId}`, key)).status, 404);
});

test('a first certificate of the last month is a reason, if logs are followed for long enough to know', async (t) => {
  const { api, key, locationId, world, now } = await setUp(t, 30, 'flower-market.com');
  // What logs show is of no location: the domain is this test's own.
  const { seenDomains } = world.stored.ports;
  const first = (days: number) => new Date(now - days * day);
  const reasons = async () => {
    const { body } = await api.get(`${path}?location_id=${locationId}`, key);
    return Object.fromEntries(
      (body.alerts as Record<string, string>[]).map(({ domain, severity, reason }) => [
        domain,
        `${reason} ${severity}`,
      ]),
    );
  };
  await seenDomains.note(
    'ct',
    ['flower-market.com', 'listed.com', 'xkqzvbwjrtpfh.com'].map((domain) => ({ domain, at: first(5) })),
  );
  t.is(
    (await reasons())['flower-market.com'],
    'new info',
    'whatever logs showed in their first days may be old',
  );
  await seenDomains.note('ct', [{ domain: 'old.com', at: first(120) }]);
  t.deepEqual(await reasons(), {
    'listed.com': 'listed high',
    'xkqzvbwjrtpfh.com': 'made_up low',
    'flower-market.com': 'newly_certified low',
  });
  await seenDomains.note('ct', [{ domain: 'flower-market.com', at: first(40) }]);
  t.is((await reasons())['flower-market.com'], 'new info');
});

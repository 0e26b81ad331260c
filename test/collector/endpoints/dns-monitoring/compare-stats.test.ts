import type { Row } from '@sonde/shared/batch/row.ts';
import test from 'ava';
import { addSighting } from '../../../support/fakes/threats/sightings.ts';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/stats/compare';
const hour = 3_600_000;

test('a period is compared with the one before, and what moved comes first', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { account, key } = await world.addAccount('ada@example.com');
  const { id: locationId } = await world.addLocation(account.id, 'Office');
  const to = Math.floor(Date.now() / hour) * hour - 30 * 60_000;
  const see = (hoursBefore: number, count: number, change: Partial<Row>) =>
    world.stored.add(
      ...Array.from({ length: count }, (_, index) => ({
        locationId,
        observedAt: (to - hoursBefore * hour) * 1_000 + index,
        ...change,
      })),
    );
  const failing = { responseCode: 3, outcome: 'answered' as const };
  see(1, 5, { queryName: 'www.more.example', clientAddress: '192.0.2.1' });
  see(3, 2, { queryName: 'www.more.example', clientAddress: '192.0.2.2' });
  see(3, 9, { queryName: 'less.example', clientAddress: '192.0.2.2' });
  see(1, 4, { queryName: 'same.example', clientAddress: '192.0.2.3' });
  see(3, 4, { queryName: 'same.example', clientAddress: '192.0.2.3' });
  see(1, 1, { queryName: 'gone.test', ...failing });
  see(2, 3, { queryName: 'gone.test', ...failing });
  // Neither in the one nor in the other.
  see(5, 50, { queryName: 'old.example' });
  const range = `from=${new Date(to - 2 * hour).toISOString()}&to=${new Date(to).toISOString()}`;
  const { status, body } = await api.get(`${path}?${range}`, key);
  t.is(status, 200);
  t.like(body.period, {
    queries: 13,
    unique_names: 3,
    unique_clients: 2,
    from: new Date(to - 2 * hour).toISOString(),
  });
  t.like(body.before, {
    queries: 15,
    unique_names: 3,
    unique_clients: 2,
    to: new Date(to - 2 * hour).toISOString(),
  });
  t.deepEqual(body.names, [
    { name: 'less.example', queries: 0, before: 9 },
    { name: 'gone.test', queries: 4, before: 0 },
    { name: 'www.more.example', queries: 5, before: 2 },
  ]);
  t.deepEqual((body.domains as object[])[2], { domain: 'more.example', queries: 5, before: 2 });
  t.deepEqual((body.clients as object[])[0], { client_ip: '192.0.2.2', queries: 0, before: 11 });
  t.deepEqual(body.failing_names, [{ name: 'gone.test', queries: 4, before: 0 }]);
  t.deepEqual(body.response_codes, [
    { response_code: 'NOERROR', queries: 9, before: 15 },
    { response_code: 'NXDOMAIN', queries: 4, before: 0 },
  ]);
});

test('what is new and who is silent is told', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { account, key } = await world.addAccount('ada@example.com');
  const { id: locationId } = await world.addLocation(account.id, 'Office');
  const now = Date.now();
  world.stored.add({ locationId, queryName: 'new.example', observedAt: (now - 2 * hour) * 1_000 });
  world.stored.add({ locationId, queryName: 'known.example', observedAt: (now - 40 * hour) * 1_000 });
  await addSighting(world.threats, locationId, { subject: 'new.bad', observedAt: new Date(now - hour) });
  await addSighting(world.threats, locationId, { subject: 'old.bad', observedAt: new Date(now - 30 * hour) });
  const sender = { locationId, uuid: 'a', software: 'sonde-agent/0.1.0', host: 'gateway' };
  await world.agents.identify(sender);
  const { body } = await api.get(path, key);
  t.deepEqual(
    (body.new_domains as { domain: string }[]).map(({ domain }) => domain),
    ['new.example'],
  );
  t.like(body.new_threats, { count: 1 });
  t.deepEqual(body.silent_agents, []);
  const later = await startTestApi(t, {
    world,
    parts: { ports: { ...world.ports, clock: { now: () => now + 20 * 60_000 } } },
  });
  const { silent_agents } = (await later.get(`${path}?back=week`, key)).body;
  t.like((silent_agents as object[])[0], { host: 'gateway', location_id: locationId });
  for (const query of ['period=60d', 'back=year', 'period=30d&location_id=999', 'top=0']) {
    t.true((await api.get(`${path}?${query}`, key)).status >= 400, query);
  }
});

test('a long period begins with a whole hour, as the one before does, and counts to the minute at its end', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { account, key } = await world.addAccount('ada@example.com');
  const { id: locationId } = await world.addLocation(account.id, 'Office');
  // Half past: the hour in which the earlier period ends is counted in part.
  const now = Math.floor(Date.now() / hour) * hour - 30 * 60_000;
  const later = await startTestApi(t, {
    world,
    parts: { ports: { ...world.ports, clock: { now: () => now + 5_000 } } },
  });
  const see = (at: number, change: Partial<Row>) =>
    world.stored.add({ locationId, observedAt: at * 1_000, ...change });
  const day = 24 * hour;
  see(now - 60_000, { queryName: 'now.example' });
  see(now - day - 25 * 60_000, { queryName: 'both.example' });
  see(now - day - 2 * hour, { queryName: 'before.example' });
  see(now - day + 5 * 60_000, { queryName: 'now.example', responseCode: 2, outcome: 'answered' });
  see(now - 2 * day - 25 * 60_000, { queryName: 'before.example' });
  see(now - 2 * day - 35 * 60_000, { queryName: 'too-old.example' });
  const { body } = await later.get(`${path}?period=24h&domains=false`, key);
  t.like(body.period, { from: new Date(now - day - 30 * 60_000).toISOString(), queries: 3 });
  t.like(body.before, {
    from: new Date(now - 2 * day - 30 * 60_000).toISOString(),
    to: new Date(now - day).toISOString(),
    queries: 3,
  });
  t.deepEqual(body.names, [
    { name: 'before.example', queries: 0, before: 2 },
    { name: 'now.example', queries: 2, before: 0 },
  ]);
  t.deepEqual(body.failing_names, [{ name: 'now.example', queries: 1, before: 0 }]);
  t.is(body.domains, null);
  t.deepEqual((await later.get(`${path}?period=24h&top=1`, key)).body.domains, [
    { domain: 'before.example', queries: 0, before: 2 },
  ]);
});

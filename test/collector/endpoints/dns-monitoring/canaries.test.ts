import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/canaries';

test('a canary is announced by a sensor, and each location says what it made of it', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const lab = await api.world.addLocation(account.id, 'Lab');
  const made = await api.send('POST', path, { patterns: ['tunnel', 'dga', 'dga'] }, office.key);
  t.is(made.status, 201, made.text);
  t.regex(String(made.body.label), /^sonde-canary-[a-z2-7]{16}$/);
  t.deepEqual(made.body.patterns, ['tunnel', 'dga']);

  const times = { firstSeenAt: new Date(0), lastSeenAt: new Date(1_000) };
  const canary = String(made.body.id);
  const all = { canary, locationId: office.id, agentId: null };
  const agent = (uuid: string) =>
    api.world.agents.identify({
      locationId: office.id,
      uuid,
      software: 'sonde-agent/1',
      host: `${uuid}.example`,
    });
  const seeing = await agent('uplink');
  await agent('cellar');
  api.world.canaries.seen.push(
    { ...all, raised: null, count: 56, ...times },
    { ...all, raised: { type: 'dga', severity: 'medium' }, count: 3, ...times },
    { ...all, raised: { type: 'dga', severity: 'high' }, count: 3, ...times },
    { ...all, agentId: seeing, raised: null, count: 30, ...times },
    { ...all, agentId: seeing, raised: { type: 'dga', severity: 'medium' }, count: 3, ...times },
  );
  const { body } = await api.get(path, key);
  t.is(body.count, 1);
  const [{ locations }] = body.canaries as [{ locations: Record<string, unknown>[] }];
  t.like(
    locations.find((at) => at.location_id === office.id),
    {
      seen: true,
      queries: 56,
      caught: [
        { pattern: 'tunnel', severity: null },
        { pattern: 'dga', severity: 'high' },
      ],
    },
  );
  const { agents } = locations.find((at) => at.location_id === office.id)!;
  t.like(agents, [
    {
      id: seeing,
      agent_id: 'uplink',
      host: 'uplink.example',
      seen: true,
      queries: 30,
      caught: [
        { pattern: 'tunnel', severity: null },
        { pattern: 'dga', severity: 'medium' },
      ],
    },
    { agent_id: 'cellar', seen: false, queries: 0, raised: [] },
  ]);
  t.like(
    locations.find((at) => at.location_id === lab.id),
    { seen: false, queries: 0, last_seen: null },
  );
});

test('canaries are bounded', async (t) => {
  const api = await startTestApi(t);
  const { account } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push((await api.send('POST', path, {}, office.key)).status);
  t.deepEqual(statuses.slice(-2), [201, 409]);
});

test('settings of detection are changed by location, and bounded', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const { id } = await api.world.addLocation(account.id, 'Office');
  const settings = `/api/v1/dns-monitoring/locations/${id}/detection`;
  t.deepEqual((await api.get(settings, key)).body.changes, {});
  const changed = await api.send('PUT', settings, { changes: { tunnelFast: { uniqueNames: 30 } } }, key);
  t.deepEqual(changed.body.changes, { tunnelFast: { uniqueNames: 30 } });
  const now = (await api.get(settings, key)).body.settings as Record<string, Record<string, unknown>>;
  t.like(now.tunnelFast, { uniqueNames: 30, windowSeconds: 60 });
  for (const changes of [
    { tunnelFast: { uniqueNames: 0 } },
    { tunnelFast: { unknown: 1 } },
    { exclusions: [] },
    { disabled: ['everything'] },
    { tunnelSlow: { steps: [100, 50, 800, 1_000] } },
  ])
    t.is((await api.send('PUT', settings, { changes }, key)).status, 400, JSON.stringify(changes));
});

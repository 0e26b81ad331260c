import test from 'ava';
import { flowLines } from '../../../../collector/domain/traffic/encrypted/flow-lines.ts';
import type { EncryptedFlow } from '../../../../shared/batch/encrypted-flow.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { sampleFlow } from '../../../support/ingest/uploads.ts';

const path = '/api/v1/dns-monitoring/encrypted';
const minute = 60_000;

test('connections and shares are those of the account, by its locations, filters and time', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { account, key } = await world.addAccount('ada@example.com');
  const { id: office } = await world.addLocation(account.id, 'Office');
  const { id: branch } = await world.addLocation(account.id, 'Branch');
  const stranger = await world.addAccount('eve@example.com');
  const start = Date.now() - 30 * minute;
  const put = (locationId: number, minutes: number, change: Partial<EncryptedFlow>) => {
    const at = (start + minutes * minute) * 1_000 + 5;
    const flow = sampleFlow({ started_at: at, last_seen_at: at + 1_500_000, ...change });
    return world.stored.ports.encryptedFlows.insert(flowLines([{ locationId, agentId: 3, flow }]));
  };
  await put(office, 1, { looked_up: 'no', vlan: 7 });
  await put(office, 2, { client: '2001:db8::9', transport: 'doh3', provider: null, looked_up: 'yes' });
  await put(branch, 3, { hello: 'unseen', server_name: null, alpn: null, ja4: null, ech: null });
  await put(branch, -3 * 24 * 60, {});
  world.stored.add(
    ...[1, 2, 3].map((index) => ({
      locationId: office,
      clientAddress: '192.0.2.10',
      observedAt: (start + index) * 1_000,
    })),
  );
  const all = await api.get(path, key);
  t.is(all.status, 200);
  t.like(all.body, { count: 3, limit: 100, next_cursor: null });
  const [unseen, , first] = all.body.connections as Record<string, unknown>[];
  t.like(unseen, {
    location_id: branch,
    hello: 'unseen',
    ja4: null,
    server_name: null,
    ech: null,
    looked_up: null,
  });
  t.like(first, {
    location_id: office,
    agent_id: 3,
    protocol: 'dot',
    provider: 'Quad9',
    duration_ms: 1_500,
    looked_up: false,
    vlan: 7,
    bytes_to_server: 1_000,
  });
  t.regex(String(first!['started_at']), /\.\d{3}005Z$/);
  const count = async (query: string) => (await api.get(`${path}?${query}`, key)).body.count;
  t.is(await count(`location_id=${office}`), 2);
  t.is(await count('protocol=doh3,doq'), 1);
  t.is(await count('provider=none'), 1);
  t.is(await count('provider=!Quad9'), 1);
  t.is(await count('looked_up=no'), 1);
  t.is(await count('server_name=quad9.net'), 2);
  t.is(await count('client=2001:db8::9'), 1);
  t.is(await count('period=7d'), 4);
  t.is((await api.get(path, stranger.key)).body.count, 0);
  const page = await api.get(`${path}?limit=2`, key);
  const rest = await api.get(`${path}?limit=2&cursor=${page.body.next_cursor}`, key);
  t.is((rest.body.connections as unknown[]).length, 1);
  for (const query of ['protocol=udp', 'ja4=x', 'looked_up=maybe', 'client=nobody', 'cursor=zzz'])
    t.is((await api.get(`${path}?${query}`, key)).status, 400, query);
  t.is((await api.get(`${path}?location_id=${office}`, stranger.key)).status, 404);

  const share = await api.get(`${path}/share?location_id=${office}&period=2h`, key);
  t.is(share.status, 200);
  t.like(share.body, {
    location_id: office,
    totals: {
      connections: 2,
      not_looked_up: 1,
      clients: 2,
      clear_queries: 3,
      clear_clients: 1,
      clients_without_queries: 1,
    },
  });
  const clients = share.body.clients as Record<string, unknown>[];
  t.like(
    clients.find(({ client_ip: client }) => client === '192.0.2.10'),
    { connections: 1, clear_queries: 3, encrypted_share: 0.25, providers: ['Quad9'], not_looked_up: 1 },
  );
  t.like(
    clients.find(({ client_ip: client }) => client === '2001:db8::9'),
    { clear_queries: 0, encrypted_share: 1 },
  );
  const sum = (name: string) =>
    (share.body.series as Record<string, number>[]).reduce((total, point) => total + point[name]!, 0);
  t.is(sum('connections'), 2);
  t.is(sum('clear_queries'), 3);
  t.deepEqual(share.body.providers, [
    { provider: null, connections: 1, clients: 1, bytes: 6_000 },
    { provider: 'Quad9', connections: 1, clients: 1, bytes: 6_000 },
  ]);
});

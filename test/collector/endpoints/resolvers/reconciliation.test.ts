import type { Row } from '@sonde/shared/batch/row.ts';
import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

test('a resolver is compared with the agents that see it', async (t) => {
  const api = await startTestApi(t);
  const { world } = api;
  const { account, key } = await world.addAccount('ada@example.com');
  const { key: stranger } = await world.addAccount('bob@example.com');
  const resolver = await world.addResolver(account.id, 'ns1');
  const wire = await world.addLocation(account.id, 'wire');
  const path = `/api/v1/unbound/resolvers/${resolver.id}/reconciliation`;
  t.like((await api.get(path, key)).body, { comparable: false, dnstap_senders: 0, wire_senders: 0 });

  const [own] = (await world.resolvers.list(account.id, { limit: 1, offset: 0 })).resolvers;
  const sender = { uuid: 'a', host: 'h' };
  const dnstap = await world.agents.identify({
    ...sender,
    locationId: own!.locationId!,
    software: 'sonde-resolver/0.1.0',
  });
  const agent = await world.agents.identify({
    ...sender,
    locationId: wire.id,
    software: 'sonde-agent/0.1.0',
  });
  const other = await world.agents.identify({
    ...sender,
    locationId: wire.id,
    uuid: 'json',
    software: 'json',
  });
  const observedAt = (Date.now() - 60_000) * 1_000;
  const see = (agentId: number, messageId: number, change: Partial<Row> = {}) => {
    const locationId = agentId === dnstap ? own!.locationId! : wire.id;
    world.stored.add({ locationId, agentId, messageId, observedAt, ...change });
  };
  see(dnstap, 1);
  see(agent, 1);
  see(dnstap, 2, { queryName: 'lost.example' });
  see(agent, 3);
  see(agent, 4);
  see(dnstap, 5, { queryName: 'changed.example' });
  see(agent, 5, { queryName: 'changed.example', responseCode: 3 });
  see(agent, 6, { serverAddress: '198.51.100.1' });
  see(other, 7);
  const { status, body } = await api.get(`${path}?period=1h`, key);
  t.is(status, 200);
  t.like(body, {
    comparable: true,
    resolver_addresses: ['192.0.2.53'],
    totals: { both: 2, only_dnstap: 1, only_wire: 2, different: 1 },
    bypassed_by: [{ server_ip: '198.51.100.1', queries: 1, clients: 1 }],
  });
  t.is((body.names as { query_name: string }[])[0]?.query_name, 'changed.example');
  t.is((await api.get(`${path}?period=2h`, key)).status, 400);
  t.is((await api.get(path, stranger)).status, 404);
  t.is((await api.get(`${path}?wire_location_id=999`, key)).status, 404);
});

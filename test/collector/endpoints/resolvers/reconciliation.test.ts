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
  t.is(world.reconciler.asked.length, 0);

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
  await world.agents.identify({ ...sender, locationId: wire.id, uuid: 'json', software: 'json' });
  const counts = { both: 3, onlyDnstap: 1, onlyWire: 2, different: 1 };
  world.reconciler.answer = {
    minutes: [
      { at: new Date(0), ...counts },
      { at: new Date(60_000), ...counts },
    ],
    names: [{ name: 'a.example', ...counts }],
    bypassed: [{ server: '198.51.100.1', queries: 5, clients: 2 }],
    resolverAddresses: ['192.0.2.53'],
  };
  const { status, body } = await api.get(`${path}?period=1h`, key);
  t.is(status, 200);
  t.like(body, {
    comparable: true,
    totals: { both: 6, only_dnstap: 2, only_wire: 4, different: 2 },
    bypassed_by: [{ server_ip: '198.51.100.1', queries: 5, clients: 2 }],
  });
  t.like(world.reconciler.asked[0], { dnstapAgents: [dnstap], wireAgents: [agent] });
  t.is((await api.get(`${path}?period=2h`, key)).status, 400);
  t.is((await api.get(path, stranger)).status, 404);
  t.is((await api.get(`${path}?wire_location_id=999`, key)).status, 404);
});

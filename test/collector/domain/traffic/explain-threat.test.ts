import test from 'ava';
import { explainThreat } from '../../../../collector/domain/traffic/monitoring/explain-threat.ts';
import type { Threat } from '../../../../collector/ports/threats/threats.ts';
import type { QueryFilter } from '../../../../collector/ports/traffic/query-search.ts';

async function conditions(type: string, subject: string, queryName: string) {
  let asked: QueryFilter | undefined;
  const seenAt = new Date('2026-05-04T12:00:00Z');
  const threat = {
    locationId: 7,
    type,
    subject,
    queryName,
    clientAddress: '10.0.0.7',
    source: 'detection',
    firstSeenAt: seenAt,
    lastSeenAt: seenAt,
  } as Threat;
  await explainThreat(threat, {
    querySearch: {
      search: async (filter) => {
        asked = filter;
        return { queries: [], nextCursor: null };
      },
    },
  });
  const { locationIds: _, from: __, to: ___, ...rest } = asked!;
  return Object.fromEntries(
    Object.entries(rest).map(([key, choice]) => [key, (choice as { any: readonly unknown[] }).any[0]]),
  );
}

test('the queries behind a threat are those of its subject: a client with a domain, a server, or a network', async (t) => {
  const client = { clients: '10.0.0.7' };
  t.deepEqual(await conditions('dga', '10.0.0.7', 'x.com'), client);
  t.deepEqual(await conditions('beaconing', '10.0.0.7 x.com', 'www.x.com'), { ...client, suffixes: 'x.com' });
  t.deepEqual(await conditions('name_leak', '10.0.0.7 onion', 'x.onion'), { ...client, leaks: 'onion' });
  t.deepEqual(await conditions('resolver_bypass', '10.0.0.7 45.9.9.9#5353', 'x.com'), {
    ...client,
    servers: '45.9.9.9',
  });
  t.deepEqual(await conditions('resolver_bypass', '10.0.0.7 2620:fe::fe', 'x.com'), {
    ...client,
    servers: '2620:fe::fe',
  });
  t.deepEqual(await conditions('reconnaissance', '10.0.0.7 10.20.7.0/24', '9.7.20.10.in-addr.arpa'), {
    ...client,
    suffixes: '7.20.10.in-addr.arpa',
  });
  t.deepEqual(await conditions('reconnaissance', '10.0.0.7 class CHAOS', 'version.bind'), client);
  t.deepEqual(await conditions('callback_service', '10.0.0.7 ${jndi:ldap://x.y', '${jndi:ldap://x.y.net'), {
    ...client,
    names: '${jndi:ldap://x.y.net',
  });
  t.deepEqual(await conditions('name_poisoning', '10.0.0.66', 'wpad'), { servers: '10.0.0.66' });
  t.deepEqual(await conditions('nxdomain_hijack', '92.0.2.1', 'qwe.rtz'), { names: 'qwe.rtz' });
  t.deepEqual(await conditions('dns_tunnel', 'x.com', 'a.x.com'), { suffixes: 'x.com' });
});

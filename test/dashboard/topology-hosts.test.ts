import test from 'ava';
import { hostsOf } from '../../dashboard/domain/topology-hosts.ts';

test('hosts are told by their roles, with their addresses; the domain itself comes first', (t) => {
  const node = (kind: 'host' | 'address' | 'zone', label: string) => ({
    id: `${kind} ${label}`,
    kind,
    label,
  });
  const edge = (from: string, to: string, kind: string, preference: number | null = null) => ({
    ...{ from, to, kind, preference },
  });
  const [domain, zone] = [node('host', 'example.com'), node('zone', 'example.com')];
  const [ns, mx, bare] = [
    node('host', 'ns1.example.com'),
    node('host', 'mx.example.net'),
    node('host', 'ns2.example.com'),
  ];
  const [v4, v6] = [node('address', '192.0.2.1'), node('address', '2001:db8::1')];
  const hosts = hostsOf({
    domain: 'example.com',
    nodes: [domain, zone, ns, mx, bare, v4, v6],
    edges: [
      edge(domain.id, mx.id, 'mail_exchanger', 10),
      edge(zone.id, ns.id, 'name_server'),
      edge(zone.id, bare.id, 'name_server'),
      edge(ns.id, v4.id, 'address'),
      edge(ns.id, v6.id, 'address'),
      edge(domain.id, v4.id, 'address'),
    ],
  });
  t.deepEqual(
    hosts.map(({ role, name, preference, addresses }) => [role, name, preference, addresses.join(' ')]),
    [
      ['address', 'example.com', null, '192.0.2.1'],
      ['name_server', 'ns1.example.com', null, '192.0.2.1 2001:db8::1'],
      ['name_server', 'ns2.example.com', null, ''],
      ['mail_exchanger', 'mx.example.net', 10, ''],
    ],
  );
  t.deepEqual(hostsOf({ domain: 'example.com', nodes: [], edges: [] }), []);
});

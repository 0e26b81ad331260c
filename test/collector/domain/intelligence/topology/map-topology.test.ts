import test from 'ava';
import { mapTopology, prefixOf } from '../../../../../collector/domain/intelligence/topology/map-topology.ts';
import { nameServerDiversity } from '../../../../../collector/domain/intelligence/topology/name-server-diversity.ts';
import { bindingData } from '../../../../support/scans/generic-data.ts';
import { recordedDns } from '../../../../support/scans/recorded-dns.ts';
import { scanPorts } from '../../../../support/scans/scan-ports.ts';

const server = (name: string, ...addresses: string[]) => ({ name, addresses, glue: [] });

test('a domain is drawn with all that it stands on', async (t) => {
  const dns = recordedDns(`
    www.example.com CNAME edge.example.net
    edge.example.net A 192.0.2.1
    edge.example.net AAAA 2001:db8:1::1
    www.example.com MX 10 mx.example.com
    mx.example.com A 198.51.100.5`);
  const zoneOf = async () => ({
    apex: 'example.com',
    parent: 'com',
    delegated: [server('ns1.example.com', '192.0.2.53')],
    own: [server('ns1.example.com', '192.0.2.53'), server('ns2.example.net', '2001:db8:2::53')],
  });
  const { topology, errors } = await mapTopology('www.example.com', scanPorts({ dns: { ...dns, zoneOf } }));
  t.deepEqual(errors, []);
  t.false(topology.truncated);
  const edges = topology.edges.map(({ from, kind, to }) => `${from} ${kind} ${to}`);
  for (const edge of [
    'host:www.example.com zone zone:example.com',
    'zone:example.com parent zone:com',
    'zone:example.com name_server host:ns1.example.com',
    'zone:example.com name_server host:ns2.example.net',
    'host:ns1.example.com address address:192.0.2.53',
    'address:192.0.2.53 prefix prefix:192.0.2.0/24',
    'host:www.example.com alias host:edge.example.net',
    'host:edge.example.net address address:2001:db8:1::1',
    'address:2001:db8:1::1 prefix prefix:2001:db8:1::/48',
  ]) {
    t.true(edges.includes(edge), edge);
  }
  const ids = new Set(topology.nodes.map(({ id }) => id));
  t.true(topology.edges.every(({ from, to }) => ids.has(from) && ids.has(to)));
  t.deepEqual(nameServerDiversity(topology, { find: () => undefined }), {
    nameServers: 2,
    prefixes: 2,
    autonomousSystems: null,
    ipv6: true,
  });
});

test('what could not be asked is an error, and too much is cut', async (t) => {
  const many = Array.from({ length: 700 }, (_, n) => `example.com MX ${n} mx${n}.example.net`).join('\n');
  const dns = recordedDns(`${many}\nexample.com HTTPS !timeout`);
  const { topology, errors } = await mapTopology('example.com', scanPorts({ dns }));
  t.true(topology.truncated);
  t.is(topology.nodes.length, 500);
  t.deepEqual(
    errors.map(({ code }) => code),
    ['timeout'],
  );
  t.true(dns.questionsAsked <= 90);
  t.is(nameServerDiversity(topology, { find: () => undefined }), null);
});

test('services are drawn', async (t) => {
  const dns = recordedDns(
    `example.com HTTPS ${bindingData('1 svc.example.net. alpn=h3')}\nsvc.example.net A 192.0.2.9`,
  );
  const { topology } = await mapTopology('example.com', scanPorts({ dns }));
  t.like(
    topology.edges.find(({ kind }) => kind === 'service'),
    { to: 'host:svc.example.net', preference: 1 },
  );
  t.is(prefixOf('192.0.2.200'), '192.0.2.0/24');
  t.is(prefixOf('2001:db8:1:2:3::4'), '2001:db8:1::/48');
});

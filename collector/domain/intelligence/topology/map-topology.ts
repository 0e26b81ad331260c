import { isIPv4 } from 'node:net';
import { askRecords } from '@sonde/scanner/checks/ask-records.ts';
import type { NameServer, ZoneServers } from '@sonde/scanner/ports/dns-resolution.ts';
import type { ScanError } from '@sonde/scanner/ports/finding.ts';
import type { ScanPorts } from '@sonde/scanner/ports/scanner.ts';
import { storedName } from '@sonde/shared/dns/names.ts';
import { addressBytes, ipv6Text } from '@sonde/shared/net/address.ts';
import { TopologyGraph } from './topology-graph.ts';
import type { Topology } from './topology-result.ts';

export interface MappedTopology {
  readonly topology: Topology;
  readonly errors: readonly ScanError[];
}

/** Hosts whose addresses are asked for. */
const mostHosts = 40;

/**
 * Maps the infrastructure of a domain: its zone and the one above, name servers, mail exchangers, aliases, services and
 * their addresses.
 */
export async function mapTopology(
  domain: string,
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<MappedTopology> {
  const graph = new TopologyGraph(domain);
  const errors: ScanError[] = [];
  const zone = await ports.dns.zoneOf(domain, { signal: ports.signal });
  addZone(graph, domain, zone);
  const asked = new Set(
    [...zone.own, ...zone.delegated].filter(({ addresses }) => addresses.length > 0).map(({ name }) => name),
  );
  const [exchangers, services] = await Promise.all([
    askRecords(domain, 'MX', ports, 'topology'),
    askRecords(domain, 'HTTPS', ports, 'topology'),
  ]);
  errors.push(...[exchangers, services].flatMap(({ error }) => error ?? []));
  for (const { text } of exchangers.records) {
    const [preference, host] = text.split(' ');
    const name = storedName(host ?? '');
    if (name !== undefined && name !== '.')
      graph.edge('host', domain, 'host', name, 'mail_exchanger', Number(preference));
  }
  for (const { text } of services.records) {
    const [priority, target] = text.split(' ');
    const name = storedName(target ?? '');
    if (name !== undefined && name !== '.')
      graph.edge('host', domain, 'host', name, 'service', Number(priority));
  }
  const hosts = graph.hosts().filter((host) => !asked.has(host));
  if (hosts.length > mostHosts) graph.cut();
  await Promise.all(hosts.slice(0, mostHosts).map((host) => addAddresses(graph, host, ports, errors)));
  return { topology: graph.result(), errors };
}

function addZone(graph: TopologyGraph, domain: string, { apex, parent, own, delegated }: ZoneServers): void {
  graph.node('host', domain);
  if (apex === undefined) return;
  graph.edge('host', domain, 'zone', apex, 'zone');
  if (parent !== undefined) graph.edge('zone', apex, 'zone', parent, 'parent');
  for (const server of distinct([...own, ...delegated])) {
    graph.edge('zone', apex, 'host', server.name, 'name_server');
    for (const address of new Set([...server.addresses, ...server.glue]))
      addAddress(graph, server.name, address);
  }
}

function distinct(servers: readonly NameServer[]): NameServer[] {
  const byName = Map.groupBy(servers, ({ name }) => name);
  return [...byName].map(([name, same]) => ({
    name,
    addresses: same.flatMap(({ addresses }) => addresses),
    glue: same.flatMap(({ glue }) => glue),
  }));
}

async function addAddresses(
  graph: TopologyGraph,
  host: string,
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
  errors: ScanError[],
): Promise<void> {
  const answers = await Promise.all([
    askRecords(host, 'A', ports, 'topology'),
    askRecords(host, 'AAAA', ports, 'topology'),
  ]);
  for (const { records, names, error } of answers) {
    if (error !== undefined) errors.push(error);
    names.forEach((name, index) => {
      const next = names[index + 1];
      if (next !== undefined) graph.edge('host', name, 'host', next, 'alias');
    });
    for (const { text } of records) addAddress(graph, names.at(-1)!, text);
  }
}

function addAddress(graph: TopologyGraph, host: string, address: string): void {
  graph.edge('host', host, 'address', address, 'address');
  graph.edge('address', address, 'prefix', prefixOf(address), 'prefix');
}

/** Gives the network that an address is likely to be in: /24 of IPv4, /48 of IPv6. */
export function prefixOf(address: string): string {
  const bytes = Buffer.from(addressBytes(address));
  if (isIPv4(address)) return `${[...bytes.subarray(12, 15), 0].join('.')}/24`;
  return `${ipv6Text(bytes.fill(0, 6))}/48`;
}

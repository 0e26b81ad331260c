import type { AnswerOf } from '@sonde/client/operation-types.ts';

export type Topology = AnswerOf<'GET /api/v2/topology/domain/{domain}'>;

/** The roles are the kinds of edges by which a domain stands on a host, in the order in which a page tells them. */
export const hostRoles = ['address', 'name_server', 'mail_exchanger', 'service', 'alias'] as const;
export type HostRole = (typeof hostRoles)[number];

/** A host is one that a domain stands on, with its addresses. */
export interface TopologyHost {
  readonly role: HostRole;
  readonly name: string;
  /** Of a mail exchanger or a service. */
  readonly preference: number | null;
  readonly addresses: readonly string[];
}

/** Lists the hosts of a topology by their roles; the domain itself comes first, if it has addresses. */
export function hostsOf({
  domain,
  nodes,
  edges,
}: Pick<Topology, 'domain' | 'nodes' | 'edges'>): TopologyHost[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const addresses = new Map<string, string[]>();
  for (const { from, to, kind } of edges)
    if (kind === 'address') addresses.set(from, [...(addresses.get(from) ?? []), labels.get(to) ?? to]);
  const own = nodes.find(({ kind, label }) => kind === 'host' && label === domain);
  const hosts: TopologyHost[] = [];
  if (own !== undefined && addresses.has(own.id))
    hosts.push({ role: 'address', name: domain, preference: null, addresses: addresses.get(own.id)! });
  for (const role of hostRoles.slice(1)) {
    for (const { to, kind, preference } of edges)
      if (kind === role)
        hosts.push({ role, name: labels.get(to) ?? to, preference, addresses: addresses.get(to) ?? [] });
  }
  return hosts;
}

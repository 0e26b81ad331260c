import type { AutonomousSystems } from '../../../ports/networks/autonomous-systems.ts';
import { countSystems } from '../networks/count-systems.ts';
import type { DiversityKnowledge } from '../reputation/reputation-input.ts';
import type { Topology } from './topology-result.ts';

/** Counts the networks that name servers are spread over, as the map shows; null if the map shows no name server. */
export function nameServerDiversity(
  { nodes, edges }: Topology,
  networks: AutonomousSystems,
): DiversityKnowledge | null {
  const servers = new Set(edges.filter(({ kind }) => kind === 'name_server').map(({ to }) => to));
  if (servers.size === 0) return null;
  const addresses = new Set(
    edges.filter(({ kind, from }) => kind === 'address' && servers.has(from)).map(({ to }) => to),
  );
  const prefixes = new Set(
    edges.filter(({ kind, from }) => kind === 'prefix' && addresses.has(from)).map(({ to }) => to),
  );
  const known = nodes.filter(({ id }) => addresses.has(id));
  return {
    nameServers: servers.size,
    prefixes: prefixes.size,
    autonomousSystems: countSystems(
      known.map(({ label }) => label),
      networks,
    ),
    ipv6: known.length === 0 ? null : known.some(({ label }) => label.includes(':')),
  };
}

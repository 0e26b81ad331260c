import { domainName } from '@sonde/scanner/checks/domain-name.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { scanErrorSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { z } from 'zod';
import { type WithNetworkPorts, withNetwork } from '../../domain/intelligence/scan/with-network.ts';
import { mapTopology } from '../../domain/intelligence/topology/map-topology.ts';
import { nameServerDiversity } from '../../domain/intelligence/topology/name-server-diversity.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AutonomousSystems } from '../../ports/networks/autonomous-systems.ts';

interface GetTopologyPorts extends WithNetworkPorts {
  readonly networks: AutonomousSystems;
}

export const getTopology = defineEndpoint({
  method: 'GET',
  path: '/api/v2/topology/domain/{domain}',
  summary: 'Map what a domain stands on',
  description:
    'Returns the zone, its parent, name servers, mail exchangers, services, aliases, addresses ' +
    'and networks of a domain as a graph. The data is looked up for this request.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 3,
  timeLimit: 60_000,
  params: z.object({ domain: domainNameSchema }),
  response: z.object({
    domain: z.string(),
    nodes: z.array(
      z.object({ id: z.string(), kind: z.enum(['zone', 'host', 'address', 'prefix']), label: z.string() }),
    ),
    edges: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        kind: z.string(),
        preference: z.int().nullable().describe('Preference of a mail exchanger, or priority of a service.'),
      }),
    ),
    truncated: z.boolean(),
    diversity: z
      .object({
        name_servers: z.int(),
        prefixes: z.int().describe('Number of /24 prefixes (IPv4) and /48 prefixes (IPv6).'),
        autonomous_systems: z
          .int()
          .nullable()
          .describe(
            'Lower bound for the number of autonomous systems that announce the addresses; null if ' +
              '`SONDE_AS_TABLE` cannot tell.',
          ),
        ipv6: z.boolean().nullable(),
      })
      .nullable(),
    errors: z.array(scanErrorSchema),
  }),
  async run({ params, signal }, ports: GetTopologyPorts) {
    const domain = domainName(params.domain);
    const { topology, errors } = await withNetwork(ports, signal, (network) => mapTopology(domain, network));
    const diversity = nameServerDiversity(topology, ports.networks);
    return {
      domain,
      nodes: topology.nodes.map((node) => ({ ...node })),
      edges: topology.edges.map((edge) => ({ ...edge })),
      truncated: topology.truncated,
      diversity: diversity && {
        name_servers: diversity.nameServers,
        prefixes: diversity.prefixes,
        autonomous_systems: diversity.autonomousSystems,
        ipv6: diversity.ipv6,
      },
      errors: [...errors],
    };
  },
});

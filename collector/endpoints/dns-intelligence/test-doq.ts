import { domainName } from '@sonde/scanner/checks/domain-name.ts';
import { testDoq as tryDoq } from '@sonde/scanner/checks/doq/test-doq.ts';
import type { QuicProbe } from '@sonde/scanner/ports/quic-probe.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type WithNetworkPorts, withNetwork } from '../../domain/intelligence/scan/with-network.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const testDoq = defineEndpoint({
  method: 'GET',
  path: '/api/v2/experimental/doq/test',
  summary: 'Test for DNS over QUIC',
  description:
    "Tests whether the domain's address and its name servers speak QUIC on port 853 (RFC 9250), " +
    'and which versions. A full DoQ handshake is not possible in this runtime, so `doq_supported` ' +
    'is always null. A missing answer proves nothing either, because networks can drop QUIC.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  timeLimit: 60_000,
  query: z.object({
    domain: domainNameSchema.meta({ examples: ['dns.example'] }),
  }),
  response: z.object({
    domain: z.string(),
    doq_supported: z.null().describe('Always null, because it cannot be measured.'),
    handshake: z.literal('unsupported'),
    quic_at_doq_port: z.boolean().nullable().describe('True if a server answered; null if none did.'),
    servers: z.array(
      z.object({
        host: z.string(),
        address: z.string(),
        port: z.int(),
        role: z.enum(['name_server', 'host']),
        quic: z.enum([
          'answers',
          'timeout',
          'refused',
          'unreachable',
          'malformed',
          'too_large',
          'refused_by_policy',
        ]),
        versions: z
          .array(z.string())
          .describe('Versions in hexadecimal: 00000001 is RFC 9000, 6b3343cf is RFC 9369.'),
      }),
    ),
  }),
  async run({ query, signal }, ports: WithNetworkPorts & { quic: QuicProbe }) {
    const domain = domainName(query.domain);
    const { quicAtDoqPort, servers } = await withNetwork(ports, signal, (network) =>
      tryDoq(domain, network, ports.quic),
    );
    return {
      domain,
      doq_supported: null,
      handshake: 'unsupported' as const,
      quic_at_doq_port: quicAtDoqPort,
      servers: servers.map((server) => ({ ...server, versions: [...server.versions] })),
    };
  },
});

import { fingerprintResolver as fingerprint } from '@sonde/scanner/checks/fingerprint/fingerprint-resolver.ts';
import { resolverAddress } from '@sonde/scanner/checks/resolver-address.ts';
import { snakeKeys } from '@sonde/scanner/result/snake-keys.ts';
import { scanErrorSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { z } from 'zod';
import { type WithNetworkPorts, withNetwork } from '../../domain/intelligence/scan/with-network.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

const answer = z.boolean().nullable();
const text = z.string().nullable();

const responseSchema = z.object({
  resolver: z.string(),
  reachable: z.boolean(),
  software: z.object({ name: z.string(), version: text, confidence: z.number() }).nullable(),
  identity: z
    .object({
      version_bind: text,
      version_server: text,
      hostname_bind: text,
      id_server: text,
      authors: text,
      nsid: text,
    })
    .describe('What the resolver says about itself.'),
  edns: z.object({ supported: answer, udp_size: z.int().nullable(), version: z.int().nullable() }),
  behaviour: z.object({
    recursion: answer,
    validates_dnssec: answer,
    passes_dnssec_records: answer,
    keeps_case: answer,
    answers_tcp: answer,
    cookies: answer,
    minimises_names: answer,
    refuses_any: answer,
    extended_errors: answer,
  }),
  milliseconds: z.number().nullable().describe('Time of the fastest answer in milliseconds.'),
  errors: z.array(scanErrorSchema),
});

export const fingerprintResolver = defineEndpoint({
  method: 'GET',
  path: '/api/v2/fingerprint/resolver',
  summary: 'Tell what a resolver is and how it behaves',
  description: 'Sends about twenty queries to the resolver. A field is null if the resolver did not answer.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  timeLimit: 60_000,
  query: z.object({
    resolver: z
      .string()
      .min(2)
      .max(64)
      .meta({ examples: ['9.9.9.9'] }),
  }),
  response: responseSchema,
  async run({ query, signal }, ports: WithNetworkPorts) {
    const resolver = resolverAddress(query.resolver);
    const { result, errors } = await withNetwork(ports, signal, (network) => fingerprint(resolver, network));
    // The schema, which is checked on the way out, names every field that is told.
    return { ...(snakeKeys(result) as z.input<typeof responseSchema>), errors: [...errors] };
  },
});

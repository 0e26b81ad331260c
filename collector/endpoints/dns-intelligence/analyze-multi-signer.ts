import type {
  MultiSignerResult,
  SignerGroup,
} from '@sonde/scanner/checks/multi-signer/multi-signer-result.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type LookAtPorts, lookAt } from '../../domain/intelligence/scan/look-at.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { analysisShape, presentAnalysis } from './analysis-schema.ts';

const signerGroupSchema = z
  .object({
    servers: z.array(z.object({ name: z.string(), address: z.string() })),
    zone_keys: z.array(z.int()).describe("Tags of the keys that sign the zone's data at this server."),
    entry_keys: z.array(z.int()),
    keys: z.array(z.object({ key_tag: z.int(), algorithm: z.int(), flags: z.int() })),
    denial: z.enum(['nsec', 'nsec3']).nullable(),
    name_servers: z.array(z.string()),
    cds: z.array(z.string()),
  })
  .meta({ id: 'SignerGroup' });

export const analyzeMultiSigner = defineEndpoint({
  method: 'GET',
  path: '/api/v2/dnssec/multi-signer/analyze',
  summary: 'Analyze who signs a zone',
  description:
    'Queries every server of the zone. Returns whether several providers sign it side by side ' +
    '(RFC 8901), by which model, and whether a resolver can mix their answers.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 3,
  timeLimit: 60_000,
  query: z.object({
    domain: domainNameSchema,
  }),
  response: z.object({
    domain: z.string(),
    zone: z.string().nullable(),
    signed: z.boolean().nullable(),
    model: z.enum(['none', 'single', 'model_1', 'model_2']).nullable(),
    consistent: z.boolean().nullable(),
    signers: z.array(signerGroupSchema).nullable(),
    ...analysisShape,
  }),
  errors: ['overloaded'],
  async run({ query, signal }, ports: LookAtPorts) {
    const { domain, part } = await lookAt(query.domain, 'multi-signer', ports, { signal });
    const result = partResult<MultiSignerResult>({ signers: part }, 'signers') ?? null;
    return {
      domain,
      zone: result?.zone ?? null,
      signed: result?.signed ?? null,
      model: result?.model ?? null,
      consistent: result?.consistent ?? null,
      signers: result?.signers?.map(presentGroup) ?? null,
      ...presentAnalysis('multi-signer', part),
    };
  },
});

function presentGroup(group: SignerGroup): z.input<typeof signerGroupSchema> {
  return {
    servers: group.servers.map((server) => ({ ...server })),
    zone_keys: [...group.zoneKeys],
    entry_keys: [...group.entryKeys],
    keys: group.keys.map(({ keyTag, algorithm, flags }) => ({ key_tag: keyTag, algorithm, flags })),
    denial: group.denial,
    name_servers: [...group.nameServers],
    cds: [...group.cds],
  };
}

import type { ServiceBindingEntry, SvcbResult } from '@sonde/scanner/checks/svcb/svcb-result.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type LookAtPorts, lookAt } from '../../domain/intelligence/scan/look-at.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { analysisShape, presentAnalysis } from './analysis-schema.ts';

const bindingSchema = z
  .object({
    owner: z.string(),
    priority: z.int().describe('0 means alias mode.'),
    target: z.string(),
    alpn: z.array(z.string()),
    no_default_alpn: z.boolean(),
    port: z.int().nullable(),
    ipv4hint: z.array(z.string()),
    ipv6hint: z.array(z.string()),
    ech: z.string().nullable().describe('The ECHConfigList in base64.'),
    mandatory: z.array(z.string()),
    dohpath: z.string().nullable(),
    ohttp: z.boolean(),
    other: z.array(z.object({ key: z.string(), value: z.string() })),
    usable: z.boolean(),
    text: z.string(),
  })
  .meta({ id: 'ServiceBinding' });

export const analyzeServiceBindings = defineEndpoint({
  method: 'GET',
  path: '/api/v2/svcb/analyze',
  summary: "Analyze a domain's SVCB and HTTPS records",
  description:
    'Reads the records and judges them by RFC 9460. A field is null if it could not be determined.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 1,
  query: z.object({
    domain: domainNameSchema,
  }),
  response: z.object({
    domain: z.string(),
    svcb_records: z.array(bindingSchema).nullable(),
    https_records: z.array(bindingSchema).nullable(),
    supports_http3: z.boolean().nullable(),
    supports_ech: z.boolean().nullable(),
    alias_chain: z.array(z.string()).nullable(),
    security: z.string().nullable(),
    ...analysisShape,
  }),
  errors: ['overloaded'],
  async run({ query, signal }, ports: LookAtPorts) {
    const { domain, part } = await lookAt(query.domain, 'svcb', ports, { signal });
    const result = partResult<SvcbResult>({ svcb: part }, 'svcb') ?? null;
    return {
      domain,
      svcb_records: result?.svcbRecords?.map(presentBinding) ?? null,
      https_records: result?.httpsRecords?.map(presentBinding) ?? null,
      supports_http3: result?.supportsHttp3 ?? null,
      supports_ech: result?.supportsEch ?? null,
      alias_chain: result === null ? null : [...result.aliasChain],
      security: result?.security ?? null,
      ...presentAnalysis('svcb', part),
    };
  },
});

function presentBinding({ noDefaultAlpn, ...entry }: ServiceBindingEntry): z.input<typeof bindingSchema> {
  return {
    ...entry,
    no_default_alpn: noDefaultAlpn,
    alpn: [...entry.alpn],
    ipv4hint: [...entry.ipv4hint],
    ipv6hint: [...entry.ipv6hint],
    mandatory: [...entry.mandatory],
    other: entry.other.map((one) => ({ ...one })),
  };
}

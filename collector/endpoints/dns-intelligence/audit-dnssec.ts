import { type DnssecResult, signatureStates } from '@sonde/scanner/checks/dnssec/dnssec-result.ts';
import { dnssecChecks, dnssecVerdicts, weighDnssec } from '@sonde/scanner/checks/dnssec/weigh-dnssec.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { snakeKeys } from '@sonde/scanner/result/snake-keys.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type LookAtPorts, lookAtAll } from '../../domain/intelligence/scan/look-at.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { analysisShape, presentAnalysis } from './analysis-schema.ts';

const number = z.int();
const text = z.string();

const status = z.enum(['secure', 'insecure', 'bogus', 'indeterminate']);

const signerSchema = z.object({
  key_tag: number,
  algorithm: number,
  algorithm_name: text,
  digest_type: number,
  digest_name: text,
  matches: z
    .boolean()
    .nullable()
    .describe("Whether a key of the zone is the one it stands for; null if that can't be told."),
});

const keySchema = z.object({
  key_tag: number,
  flags: number,
  algorithm: number,
  algorithm_name: text,
  bits: number.nullable().describe('Of RSA keys.'),
  secure_entry_point: z.boolean(),
  revoked: z.boolean(),
  vouched_for: z.boolean().describe('By a DS record, or by the trust anchor.'),
  signs_keys: z.boolean(),
});

const signatureShape = {
  covers: text,
  key_tag: number,
  algorithm: number,
  inception: text,
  expiration: text,
};

const zoneSchema = z.object({
  zone: text,
  status: status.nullable().describe('By our own validation; null if it was not reached.'),
  anchors: z.array(number).nullable().describe('Key tags that a trust anchor names; null if it has none.'),
  signers: z
    .array(signerSchema)
    .nullable()
    .describe('DS records of the zone above; null if unknown, and for a zone with a trust anchor.'),
  keys: z.array(keySchema).nullable().describe('Null if they could not be looked up.'),
  sets: z
    .array(
      z.object({
        name: text,
        type: text,
        denies: text.nullable().describe('NSEC and NSEC3: the name and type that they deny.'),
        records: number,
        signatures: z.array(
          z.object({
            ...signatureShape,
            state: z.enum(signatureStates).nullable().describe('Null if it was not looked at.'),
            message: text.nullable(),
          }),
        ),
      }),
    )
    .describe(
      "Its keys, the next zone's DS records or their denial, and in the last zone the domain's records.",
    ),
});

const auditSchema = z.object({
  zone: text.nullable().describe('The zone that the domain lies in.'),
  chain: z
    .array(
      z.object({
        zone: text,
        subject: text,
        status,
        message: text,
        rule: text,
      }),
    )
    .nullable()
    .describe('Each step of the validation, from the trust anchor down; null if it could not be looked up.'),
  extended_error: z
    .object({ code: number, name: text, text })
    .nullable()
    .describe('What a resolver would tell of it (RFC 8914).'),
  signers: z.array(signerSchema).nullable(),
  keys: z.array(keySchema).nullable(),
  signatures: z.array(z.object(signatureShape)).nullable(),
  denial: z
    .object({
      kind: z.enum(['nsec', 'nsec3']),
      iterations: number.nullable(),
      salt_length: number.nullable(),
      opt_out: z.boolean().nullable(),
    })
    .nullable(),
  child_sync: z
    .object({
      cds: z.array(text),
      cdnskey: z.array(text),
      csync: z.array(text),
      asks_for_deletion: z.boolean(),
    })
    .nullable(),
  zones: z
    .array(zoneSchema)
    .nullable()
    .describe('Every zone from the trust anchor down, twelve at most; null if none of them is known.'),
});

export const auditDnssec = defineEndpoint({
  method: 'POST',
  path: '/api/v2/audit/dnssec',
  summary: "Audit a domain's DNSSEC",
  description:
    'The chain from the trust anchor down, validated here and not taken from a resolver, step by step; keys, DS records, ' +
    'signatures, denial of existence, the same of every zone above, what the zone asks its parent to take over, whether all servers sign alike, and the ' +
    "zone's digest; all of it weighed.",
  family: 'DNS intelligence',
  access: 'public',
  cost: 3,
  timeLimit: 60_000,
  body: z.object({
    domain: domainNameSchema,
  }),
  response: z.object({
    domain: text,
    dnssec_enabled: z.boolean().nullable(),
    dnssec_valid: z.boolean().nullable(),
    status: status.nullable(),
    details: text.nullable(),
    verdict: z
      .enum(dnssecVerdicts)
      .describe('`unsigned`: nobody vouches for it; `sound`: it validates, and nothing is wrong.'),
    score: z.int().min(0).max(100).nullable().describe('Null if the verdict is `unknown`.'),
    audit: auditSchema.nullable().describe('Null if nothing could be found out.'),
    ...analysisShape,
  }),
  errors: ['overloaded'],
  async run({ body, signal }, ports: LookAtPorts) {
    const { domain, parts } = await lookAtAll(body.domain, dnssecChecks, ports, { signal });
    const result = partResult<DnssecResult>(parts, 'dnssec') ?? null;
    const analyses = dnssecChecks.map((check) => presentAnalysis(check, parts[check]!));
    const found = dnssecChecks.flatMap((check) => parts[check]!.findings);
    return {
      domain,
      dnssec_enabled: result?.enabled ?? null,
      dnssec_valid: result?.valid ?? null,
      status: result?.status ?? null,
      details: result?.details ?? null,
      ...weighDnssec(result ?? undefined, found),
      // The schema, which is checked on the way out, names every field that is told.
      audit: result === null ? null : (snakeKeys(result) as z.input<typeof auditSchema>),
      scanned_at: analyses[0]!.scanned_at,
      findings: analyses.flatMap(({ findings }) => findings),
      errors: analyses.flatMap(({ errors }) => errors),
    };
  },
});

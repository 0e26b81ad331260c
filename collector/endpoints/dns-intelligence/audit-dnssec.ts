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
    .describe('Whether the DS record matches a key of the zone; null if this cannot be determined.'),
});

const keySchema = z.object({
  key_tag: number,
  flags: number,
  algorithm: number,
  algorithm_name: text,
  bits: number.nullable().describe('Length of an RSA key.'),
  secure_entry_point: z.boolean(),
  revoked: z.boolean(),
  vouched_for: z.boolean().describe('Whether a DS record or the trust anchor vouches for the key.'),
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
  status: status
    .nullable()
    .describe("Result of Sonde's own validation; null if the validation did not get this far."),
  anchors: z
    .array(number)
    .nullable()
    .describe('Key tags in the trust anchor; null if the zone has no trust anchor.'),
  signers: z
    .array(signerSchema)
    .nullable()
    .describe('DS records in the parent zone; null if they are unknown, or if the zone has a trust anchor.'),
  keys: z.array(keySchema).nullable().describe('Null if the keys could not be looked up.'),
  sets: z
    .array(
      z.object({
        name: text,
        type: text,
        denies: text.nullable().describe('For NSEC and NSEC3: the name and type whose existence is denied.'),
        records: number,
        signatures: z.array(
          z.object({
            ...signatureShape,
            state: z.enum(signatureStates).nullable().describe('Null if it was not checked.'),
            message: text.nullable(),
          }),
        ),
      }),
    )
    .describe(
      'The keys of the zone, and the DS records of the next zone or the proof that it has none. In ' +
        'the last zone, also the records of the domain.',
    ),
});

const auditSchema = z.object({
  zone: text.nullable().describe('The zone that contains the domain.'),
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
    .describe(
      'Each step of the validation, from the trust anchor down; null if the chain could not be looked up.',
    ),
  extended_error: z
    .object({ code: number, name: text, text })
    .nullable()
    .describe('The extended DNS error (RFC 8914) that a resolver would return.'),
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
    .describe('Every zone from the trust anchor down, at most twelve; null if no zone is known.'),
});

export const auditDnssec = defineEndpoint({
  method: 'POST',
  path: '/api/v2/audit/dnssec',
  summary: "Audit a domain's DNSSEC",
  description:
    'Validates the chain of trust from the trust anchor down, step by step, without relying on a ' +
    'resolver. Checks keys, DS records, signatures and denial of existence in the zone and every ' +
    'zone above it. Also checks what the zone asks its parent to publish, whether all servers ' +
    'sign alike, and the zone digest. Returns a weighted score.',
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
      .describe(
        '`unsigned` means that no DS record or trust anchor vouches for the zone. `sound` means that ' +
          'the zone validates and has no errors.',
      ),
    score: z.int().min(0).max(100).nullable().describe('Null if the verdict is `unknown`.'),
    audit: auditSchema.nullable().describe('Null if nothing could be determined.'),
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

import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import { z } from 'zod';
import type { ReportSigner } from '../../domain/intelligence/compliance/report-signer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const verifyComplianceReport = defineEndpoint({
  method: 'POST',
  path: '/api/v2/compliance/verify',
  summary: 'Verify a compliance report',
  description:
    'Checks that this installation signed the document and that it is unchanged. The signed text ' +
    'is the line "sonde compliance report v1" followed by the document as JSON, with sorted keys ' +
    'and without spaces. The key is that of `GET /api/v2/compliance/signing-key`.',
  family: 'Compliance',
  access: 'public',
  cost: 1,
  body: z.object({
    document: z.looseObject({
      report_id: z
        .string()
        .max(64)
        .meta({ examples: ['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2'] }),
    }),
    integrity: z.object({
      digest: z
        .string()
        .max(128)
        .meta({ examples: ['00'.repeat(32)] }),
      signature: z
        .string()
        .max(256)
        .meta({ examples: ['AAECAwQFBgcICQoLDA0ODw'] }),
    }),
  }),
  response: z.object({
    valid: z.boolean(),
    digest_matches: z.boolean(),
    signature_matches: z.boolean(),
  }),
  async run({ body }, { reportSigner }: { readonly reportSigner: Pick<ReportSigner, 'verify'> }) {
    const { digestMatches, signatureMatches } = await reportSigner.verify({
      // It came as JSON.
      document: body.document as { readonly [key: string]: Json },
      ...body.integrity,
    });
    return {
      valid: digestMatches && signatureMatches,
      digest_matches: digestMatches,
      signature_matches: signatureMatches,
    };
  },
});

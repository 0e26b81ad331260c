import { z } from 'zod';
import type { ReportSigner } from '../../domain/intelligence/compliance/report-signer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const getSigningKey = defineEndpoint({
  method: 'GET',
  path: '/api/v2/compliance/signing-key',
  summary: 'Show the key that compliance reports are signed with',
  description: 'Returns the public key with which the signatures of compliance reports can be verified.',
  family: 'Compliance',
  access: 'public',
  response: z.object({
    key_id: z.string(),
    algorithm: z.literal('Ed25519'),
    public_key: z.string().describe('SubjectPublicKeyInfo in PEM.'),
  }),
  async run(_input, { reportSigner }: { readonly reportSigner: Pick<ReportSigner, 'publicKey'> }) {
    const { keyId, publicKey } = await reportSigner.publicKey();
    return { key_id: keyId, algorithm: 'Ed25519' as const, public_key: publicKey };
  },
});

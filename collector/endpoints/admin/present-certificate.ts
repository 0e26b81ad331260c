import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { CertificateState } from '../../ports/system/serving-certificates.ts';

export const collectorCertificateSchema = z
  .object({
    source: z
      .enum(['none', 'files', 'acme'])
      .describe(
        'Where the certificate comes from: `none` without TLS, the files of the operator, or an authority (ACME).',
      ),
    names: z.array(z.string()).nullable(),
    issuer: z.string().nullable(),
    ends_at: timestampSchema.nullable(),
    renews_at: timestampSchema
      .nullable()
      .describe('When the collector requests the next certificate; null if the collector does not renew it.'),
    temporary: z
      .boolean()
      .describe(
        'True until the authority has issued a certificate. Until then, the collector serves a ' +
          'certificate that clients do not trust.',
      ),
    failures: z.int().describe('Number of failed requests to the authority in a row.'),
    failed_at: timestampSchema.nullable(),
    last_failure: z.string().nullable(),
    next_attempt_at: timestampSchema.nullable(),
  })
  .meta({ id: 'CollectorCertificate' });

export function presentCertificate(state: CertificateState): z.infer<typeof collectorCertificateSchema> {
  const time = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    source: state.source,
    names: state.names === null ? null : [...state.names],
    issuer: state.issuer,
    ends_at: time(state.endsAt),
    renews_at: time(state.renewsAt),
    temporary: state.temporary,
    failures: state.failures,
    failed_at: time(state.failedAt),
    last_failure: state.lastFailure,
    next_attempt_at: time(state.nextAttemptAt),
  };
}

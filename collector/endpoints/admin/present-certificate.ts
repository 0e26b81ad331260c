import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { CertificateState } from '../../ports/system/serving-certificates.ts';

export const collectorCertificateSchema = z
  .object({
    source: z
      .enum(['none', 'files', 'acme'])
      .describe('Where it comes from: `none` without TLS, files of the operator, or an authority (ACME).'),
    names: z.array(z.string()).nullable(),
    issuer: z.string().nullable(),
    ends_at: timestampSchema.nullable(),
    renews_at: timestampSchema
      .nullable()
      .describe('When the next one is asked for; null if that is not for the collector to do.'),
    temporary: z
      .boolean()
      .describe('True until an authority has given one: what is served meanwhile nobody trusts.'),
    failures: z.int().describe('How often in a row the authority gave none.'),
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

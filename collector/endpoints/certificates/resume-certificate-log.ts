import { NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { CertificateLogStore } from '../../ports/transparency/certificate-logs.ts';

export const resumeCertificateLog = defineEndpoint({
  method: 'POST',
  path: '/api/admin/certificate-logs/{id}/resume',
  summary: 'Follow a stopped certificate log again',
  description:
    'Resumes after the last verified entry. The evidence for the stop is then kept in the audit ' +
    'log. If the log still contradicts itself, it is stopped again.',
  family: 'Administration',
  access: 'admin',
  params: z.object({
    id: z
      .string()
      .max(100)
      .describe("SHA-256 of the log's key, in hexadecimal.")
      .meta({ examples: ['00'.repeat(32)] }),
  }),
  response: z.object({ id: z.string(), status: z.literal('following') }),
  errors: ['not_found'],
  async run(
    { caller, params: { id }, origin },
    ports: {
      readonly certificateLogs: Pick<CertificateLogStore, 'load' | 'resume'>;
      readonly audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const before = await ports.certificateLogs.load(id);
    if (before === undefined || !(await ports.certificateLogs.resume(id)))
      throw new NotFound('certificate log');
    await ports.audit.record(
      act(caller, origin, {
        action: 'certificate_log_resumed',
        object: `certificate-log:${id}`,
        details: { name: before.name, reason: before.reason, evidence: JSON.stringify(before.evidence) },
      }),
    );
    return { id, status: 'following' as const };
  },
});

import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { CertificateLogStore } from '../../ports/transparency/certificate-logs.ts';

export const listCertificateLogs = defineEndpoint({
  method: 'GET',
  path: '/api/v2/certificates/logs',
  summary: 'List certificate logs that are followed',
  description:
    'Returns every log that was ever followed. For each log, shows how far it is read and ' +
    'verified, how far behind it is, its entries of today, and why it is no longer followed.',
  family: 'Certificate logs',
  access: 'authenticated',
  response: z.object({
    count: countInAnswer,
    logs: z.array(
      z.object({
        id: z.string().describe("SHA-256 of the log's key, in hexadecimal."),
        name: z.string(),
        operator: z.string(),
        kind: z.enum(['tiled', 'rfc6962']),
        url: z.string(),
        status: z.enum(['following', 'stopped', 'ended']),
        reason: z
          .string()
          .nullable()
          .describe(
            '`fork`, `wrong_root` and `shrunk` mean that the log contradicts itself. `complete` and ' +
              '`retired` mean that it has ended.',
          ),
        evidence: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe('Statements signed by the log that cannot all be true. Anyone can verify them.'),
        stopped_at: timestampSchema.nullable(),
        first_entry: z.int(),
        verified_entries: z.int().describe('Size of the tree up to which everything is read and verified.'),
        entries: z
          .int()
          .nullable()
          .describe('Number of entries by the latest signed tree head; null before the first check.'),
        lag: z.int().nullable().describe('Number of entries that are not read yet.'),
        head_signed_at: timestampSchema.nullable(),
        looked_at: timestampSchema.nullable(),
        next_look_at: timestampSchema,
        failures: z.int().describe('Number of failed checks in a row.'),
        last_error: z.string().nullable(),
        today: z.object({
          entries: z.int(),
          unreadable: z.int().describe('Entries whose certificate is not readable DER.'),
          bytes: z.int(),
        }),
      }),
    ),
  }),
  async run(_request, ports: { readonly certificateLogs: Pick<CertificateLogStore, 'all'> }) {
    const logs = await ports.certificateLogs.all();
    return {
      count: logs.length,
      logs: logs.map(({ head, today, ...log }) => ({
        id: log.id,
        name: log.name,
        operator: log.operator,
        kind: log.kind,
        url: log.url,
        status: log.status,
        reason: log.reason,
        evidence: log.evidence,
        stopped_at: log.stoppedAt?.toISOString() ?? null,
        first_entry: log.firstEntry,
        verified_entries: log.size,
        entries: head?.size ?? null,
        lag: head === null ? null : Math.max(0, head.size - log.size),
        head_signed_at: head?.timestamp.toISOString() ?? null,
        looked_at: log.lookedAt?.toISOString() ?? null,
        next_look_at: log.nextLookAt.toISOString(),
        failures: log.failures,
        last_error: log.lastError,
        today,
      })),
    };
  },
});

import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { storeProfiles } from '../../ports/ingest/store-profile.ts';
import type { CollectorStatus } from '../../ports/system/collector-status.ts';
import type { RetentionPolicy } from '../../ports/traffic/retention.ts';

const count = z.int().min(0);
const days = z.number().min(0);

export const getStatus = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/status',
  summary: 'Get the state of the collector',
  description:
    'Returns the version, the backlog and the batches set aside of the collector that answers. In ' +
    'a cluster, each collector reports only its own state.',
  family: 'DNS monitoring',
  access: 'authenticated',
  response: z.object({
    collector_id: z.string(),
    version: z.string(),
    started_at: timestampSchema,
    backlog: z
      .object({
        batches: count,
        bytes: count,
        lag_seconds: z
          .number()
          .min(0)
          .describe('Seconds that the oldest waiting batch has waited; 0 if no batch waits.'),
      })
      .describe('Accepted rows of all accounts that are not stored yet.'),
    set_aside: z.object({ batches: count, bytes: count }).describe('Batches that the store refused.'),
    kept: z
      .object({
        profile: z.enum(storeProfiles).describe('How much of each query is stored (`SONDE_STORE_PROFILE`).'),
        queries_days: days.describe('Days that single queries are kept. A location can have its own value.'),
        details_days: days
          .nullable()
          .describe(
            'Days that the records, ports and message ids of queries are kept; null if they are kept as ' +
              'long as the queries.',
          ),
        counts_days: days.describe('Days that counts, passive DNS and domains are kept.'),
      })
      .describe('How long this installation keeps the data that it receives.'),
    trouble: z
      .string()
      .nullable()
      .describe('Why the collector cannot store rows at the moment; null if it can.'),
    warnings: z.array(z.string()),
  }),
  run(
    _input,
    {
      collectorStatus,
      retentionPolicy,
    }: {
      readonly collectorStatus: CollectorStatus;
      readonly retentionPolicy: Pick<RetentionPolicy, 'profile' | 'rowDays' | 'detailDays' | 'rollupDays'>;
    },
  ) {
    const state = collectorStatus.read();
    return {
      collector_id: state.collectorId,
      version: state.version,
      started_at: state.startedAt.toISOString(),
      backlog: {
        batches: state.waitingBatches,
        bytes: state.waitingBytes,
        lag_seconds: Number((state.lag / 1_000).toFixed(3)),
      },
      set_aside: { batches: state.batchesAside, bytes: state.bytesAside },
      kept: {
        profile: retentionPolicy.profile ?? 'standard',
        queries_days: retentionPolicy.rowDays,
        details_days: retentionPolicy.detailDays ?? null,
        counts_days: retentionPolicy.rollupDays,
      },
      trouble: state.trouble ?? null,
      warnings: [...state.warnings],
    };
  },
});

import { defineEndpoint } from '../../http/define-endpoint.ts';
import { ordinaryJson } from '../../http/json-limits.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { BatchesAside } from '../../ports/ingest/set-aside.ts';
import { asideBatchesSchema, asideOutcomesSchema, presentOutcomes } from './aside-outcomes.ts';

export const retryAsideBatches = defineEndpoint({
  method: 'POST',
  path: '/api/admin/spool/aside/retry',
  summary: 'Take up batches that were set aside',
  description:
    'Puts the batches back into the queue, unless this would store a row twice. Batches that were ' +
    'tried together are retried together, even if the request names only some of them. If the ' +
    'store refuses a batch again, it is set aside again.',
  family: 'Administration',
  access: 'admin',
  jsonLimits: { ...ordinaryJson, bytes: 128 * 1024 },
  body: asideBatchesSchema,
  response: asideOutcomesSchema,
  timeLimit: 120_000,
  async run(
    { body, caller, origin, signal },
    ports: {
      batchesAside: Pick<BatchesAside, 'collectorId' | 'takeUp'>;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const { collectorId } = ports.batchesAside;
    const outcomes = await ports.batchesAside.takeUp(body.batch_ids, signal);
    return await presentOutcomes(
      outcomes,
      { action: 'batches_taken_up', collectorId, caller, origin },
      ports.audit,
    );
  },
});

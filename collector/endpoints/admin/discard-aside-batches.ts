import { defineEndpoint } from '../../http/define-endpoint.ts';
import { ordinaryJson } from '../../http/json-limits.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { BatchesAside } from '../../ports/ingest/set-aside.ts';
import { asideBatchesSchema, asideOutcomesSchema, presentOutcomes } from './aside-outcomes.ts';

export const discardAsideBatches = defineEndpoint({
  method: 'POST',
  path: '/api/admin/spool/aside/discard',
  summary: 'Discard batches that were set aside',
  description:
    'Deletes the batches permanently. Batches that were tried together can only be discarded ' +
    'together, so the request must name all of them.',
  family: 'Administration',
  access: 'admin',
  confirmed: true,
  jsonLimits: { ...ordinaryJson, bytes: 128 * 1024 },
  body: asideBatchesSchema,
  response: asideOutcomesSchema,
  async run(
    { body, caller, origin },
    ports: {
      batchesAside: Pick<BatchesAside, 'collectorId' | 'discard'>;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const { collectorId } = ports.batchesAside;
    const outcomes = await ports.batchesAside.discard(body.batch_ids);
    return await presentOutcomes(
      outcomes,
      { action: 'batches_discarded', collectorId, caller, origin },
      ports.audit,
    );
  },
});

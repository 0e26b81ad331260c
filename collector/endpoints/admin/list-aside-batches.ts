import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { BatchesAside } from '../../ports/ingest/set-aside.ts';

const batchSchema = z
  .object({
    batch_id: z.string().describe('The id that the collector gave the batch.'),
    location_id: idSchema.nullable(),
    location_name: z.string().nullable(),
    agent_id: idSchema.nullable(),
    agent_host: z.string().nullable(),
    rows: z.int().nullable(),
    bytes: z.int(),
    accepted_at: timestampSchema.nullable(),
    set_aside_at: timestampSchema,
    reason: z.string().nullable().describe('The error that the store returned.'),
    fault: z
      .string()
      .nullable()
      .describe('What is wrong with the files of the batch. With such a fault, the batch cannot be retried.'),
    tried_with: z
      .array(z.string())
      .describe(
        'Batches that were tried together with this one. They can only be retried or discarded together.',
      ),
  })
  .meta({ id: 'AsideBatch' });

export const listAsideBatches = defineEndpoint({
  method: 'GET',
  path: '/api/admin/spool/aside',
  summary: 'List batches that were set aside',
  description:
    'Returns accepted batches that the store refused, oldest first. Each collector lists only its ' +
    'own batches. A field is null if the registry no longer has the value.',
  family: 'Administration',
  access: 'admin',
  query: z.object(pageParameters(100, 1_000)),
  response: z.object({
    collector_id: z.string().describe('Id of the collector; each collector has its own spool.'),
    count: countOnAllPages,
    bytes: z.int(),
    other_files: z.int().describe('Files in the directory that belong to no batch.'),
    batches: z.array(batchSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ query }, { batchesAside }: { batchesAside: Pick<BatchesAside, 'collectorId' | 'list'> }) {
    const { count, bytes, otherFiles, batches } = await batchesAside.list(query);
    return {
      collector_id: batchesAside.collectorId,
      count,
      bytes,
      other_files: otherFiles,
      batches: batches.map((batch) => ({
        batch_id: batch.batchId,
        location_id: batch.locationId,
        location_name: batch.locationName,
        agent_id: batch.agentId,
        agent_host: batch.agentHost,
        rows: batch.rows,
        bytes: batch.bytes,
        accepted_at: batch.acceptedAt?.toISOString() ?? null,
        set_aside_at: batch.setAsideAt.toISOString(),
        reason: batch.reason,
        fault: batch.fault,
        tried_with: [...batch.triedWith],
      })),
      ...query,
    };
  },
});

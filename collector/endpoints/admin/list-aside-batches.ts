import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { BatchesAside } from '../../ports/ingest/set-aside.ts';

const batchSchema = z
  .object({
    batch_id: z.string().describe("The collector's own id of the batch."),
    location_id: idSchema.nullable(),
    location_name: z.string().nullable(),
    agent_id: idSchema.nullable(),
    agent_host: z.string().nullable(),
    rows: z.int().nullable(),
    bytes: z.int(),
    accepted_at: timestampSchema.nullable(),
    set_aside_at: timestampSchema,
    reason: z.string().nullable().describe('What the store said.'),
    fault: z.string().nullable().describe('What is wrong with its files, so that it cannot be taken up.'),
    tried_with: z
      .array(z.string())
      .describe('Batches that it was tried with: they are taken up and discarded together.'),
  })
  .meta({ id: 'AsideBatch' });

export const listAsideBatches = defineEndpoint({
  method: 'GET',
  path: '/api/admin/spool/aside',
  summary: 'List batches that were set aside',
  description:
    'Accepted batches that the store refused, oldest first. Each collector lists its own. A field that the registry has forgotten is null.',
  family: 'Administration',
  access: 'admin',
  query: z.object(pageParameters(100, 1_000)),
  response: z.object({
    collector_id: z.string().describe('Each collector has a spool of its own.'),
    count: countOnAllPages,
    bytes: z.int(),
    other_files: z.int().describe('Files that lie there and are none of a batch.'),
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

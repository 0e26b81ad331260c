import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { AsideOutcome } from '../../ports/ingest/set-aside.ts';

/** The body names batches by the ids that the list of those set aside gives. */
export const asideBatchesSchema = z.object({
  batch_ids: z
    .array(z.uuid())
    .min(1)
    .max(1_000)
    .meta({ examples: [['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2']] }),
});

export const asideOutcomesSchema = z.object({
  outcomes: z.array(
    z
      .object({
        batch_id: z.string(),
        result: z.enum([
          'taken_up',
          'already_stored',
          'discarded',
          'partly_stored',
          'damaged',
          'expired',
          'elsewhere',
          'incomplete',
          'busy',
          'unavailable',
          'not_found',
        ]),
        message: z.string().describe('The same outcome as a sentence for people.'),
      })
      .meta({ id: 'AsideOutcome' }),
  ),
});

/** Tells the audit log, and gives the outcomes their outward form. */
export async function presentOutcomes(
  outcomes: readonly AsideOutcome[],
  who: {
    readonly action: 'batches_taken_up' | 'batches_discarded';
    readonly collectorId: string;
    readonly caller: Extract<Caller, { readonly kind: 'account' }>;
    readonly origin: { readonly address: string; readonly requestId: string };
  },
  audit: Pick<AuditLog, 'record'>,
): Promise<z.input<typeof asideOutcomesSchema>> {
  const { action, collectorId, caller, origin } = who;
  const details = { batches: outcomes.map(({ batchId, result }) => ({ batch_id: batchId, result })) };
  await audit.record(act(caller, origin, { action, object: `collector:${collectorId}`, details }));
  return {
    outcomes: outcomes.map(({ batchId, result, message }) => ({ batch_id: batchId, result, message })),
  };
}

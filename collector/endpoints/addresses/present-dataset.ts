import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { isoTime } from '@sonde/shared/text/iso-time.ts';
import { z } from 'zod';

export const datasetSchema = z.object({
  id: z.string(),
  name: z.string(),
  fills: z.array(z.string()).describe('Fields of answers that the dataset fills.'),
  is_default: z.boolean(),
  is_enabled: z.boolean(),
  is_loaded: z.boolean(),
  status: z.enum(['pending', 'active', 'degraded', 'needs_key', 'failed']),
  note: z.string().nullable(),
  entries: z.int().nullable(),
  malformed_rows: z.int().nullable(),
  last_updated: timestampSchema.nullable(),
  published_at: timestampSchema.nullable(),
  last_attempt_at: timestampSchema.nullable().describe('Time of the last attempt, successful or not.'),
  next_attempt_at: timestampSchema.nullable(),
  licence: z.string(),
  credit: z.string().nullable(),
  homepage: z.string().nullable(),
});

type Listed = Awaited<ReturnType<DatasetKeeper['list']>>[number];

export function presentDataset({
  dataset,
  state,
  isEnabled,
  isLoaded,
}: Listed): z.input<typeof datasetSchema> {
  return {
    id: dataset.id,
    name: dataset.name,
    fills: [...dataset.fills],
    is_default: dataset.isDefault,
    is_enabled: isEnabled,
    is_loaded: isLoaded,
    status: state.status,
    note: state.note,
    entries: state.snapshot?.about.entries ?? null,
    malformed_rows: state.snapshot?.about.malformedRows ?? null,
    last_updated: timeOf(state.fetchedAt),
    published_at: timeOf(state.snapshot?.about.publishedAt ?? null),
    last_attempt_at: timeOf(state.lastAttemptAt),
    next_attempt_at: isEnabled && state.nextAttemptAt > 0 ? timeOf(state.nextAttemptAt) : null,
    licence: dataset.licence,
    credit: dataset.credit,
    homepage: dataset.homepage,
  };
}

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}

import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { isoTime } from '@sonde/shared/text/iso-time.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const listDatasets = defineEndpoint({
  method: 'GET',
  path: '/api/v1/datasets',
  summary: 'List the datasets about addresses',
  description:
    'Every dataset that this collector knows, whether it is fetched and loaded, how it is doing, on what terms it may be used, and ' +
    'whom to credit.',
  family: 'Addresses',
  access: 'authenticated',
  response: z.object({
    count: z.int(),
    datasets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        fills: z.array(z.string()).describe('Fields of answers.'),
        is_default: z.boolean(),
        is_enabled: z.boolean(),
        is_loaded: z.boolean(),
        status: z.enum(['pending', 'active', 'degraded', 'needs_key', 'failed']),
        note: z.string().nullable(),
        entries: z.int().nullable(),
        malformed_rows: z.int().nullable(),
        last_updated: timestampSchema.nullable(),
        published_at: timestampSchema.nullable(),
        next_attempt_at: timestampSchema.nullable(),
        licence: z.string(),
        credit: z.string().nullable(),
        homepage: z.string().nullable(),
      }),
    ),
  }),
  async run(_input, { datasetKeeper }: { datasetKeeper: Pick<DatasetKeeper, 'list'> }) {
    const known = await datasetKeeper.list();
    return {
      count: known.length,
      datasets: known.map(({ dataset, state, isEnabled, isLoaded }) => ({
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
        next_attempt_at: isEnabled && state.nextAttemptAt > 0 ? timeOf(state.nextAttemptAt) : null,
        licence: dataset.licence,
        credit: dataset.credit,
        homepage: dataset.homepage,
      })),
    };
  },
});

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}

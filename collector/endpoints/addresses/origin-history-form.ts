import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { OriginHistory } from '../../domain/intelligence/addresses/origins/origins-of-address.ts';

const origins = z.array(z.int());

export const originHistorySchema = z
  .object({
    known_since: timestampSchema
      .nullable()
      .describe('The first table of routes that others are compared with; null if no table is loaded.'),
    compared_at: timestampSchema.nullable().describe('The latest one.'),
    changes: z
      .array(
        z.object({
          seen_at: timestampSchema.describe('The table in which it was first seen.'),
          prefix: z.string(),
          old_origins: origins.describe('None: nobody announced the prefix.'),
          new_origins: origins.describe('None: nobody announces it any more.'),
          source: z.string().describe('The dataset.'),
        }),
      )
      .describe('Of each prefix around the address, the newest first.'),
  })
  .meta({ id: 'OriginHistory' });

export function presentOriginHistory({
  knownSince,
  comparedAt,
  changes,
}: OriginHistory): z.input<typeof originHistorySchema> {
  return {
    known_since: knownSince?.toISOString() ?? null,
    compared_at: comparedAt?.toISOString() ?? null,
    changes: changes.map(({ seenAt, prefix, before, after, dataset }) => ({
      seen_at: seenAt.toISOString(),
      prefix,
      old_origins: [...before],
      new_origins: [...after],
      source: dataset,
    })),
  };
}

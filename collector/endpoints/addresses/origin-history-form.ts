import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { OriginHistory } from '../../domain/intelligence/addresses/origins/origins-of-address.ts';

const origins = z.array(z.int());

export const originHistorySchema = z
  .object({
    known_since: timestampSchema
      .nullable()
      .describe('Date of the first routing table in the history; null if no table is loaded.'),
    compared_at: timestampSchema.nullable().describe('Date of the latest routing table.'),
    changes: z
      .array(
        z.object({
          seen_at: timestampSchema.describe('The routing table in which the change was first seen.'),
          prefix: z.string(),
          old_origins: origins.describe('Empty if nobody announced the prefix before.'),
          new_origins: origins.describe('Empty if nobody announces the prefix any more.'),
          source: z.string().describe('The dataset that shows the change.'),
        }),
      )
      .describe('Changes of each prefix around the address, newest first.'),
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

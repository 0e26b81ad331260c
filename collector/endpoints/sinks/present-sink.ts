import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { sinkKind } from '@sonde/shared/sinks/kinds/index.ts';
import { presentationIds } from '@sonde/shared/sinks/presentation-ids.ts';
import { queryFilterShape } from '@sonde/shared/sinks/query-filter.ts';
import { z } from 'zod';
import { describeFilter } from '../../domain/traffic/sinks/describe-sink.ts';
import type { Sink, SinkProgress } from '../../ports/sinks/sinks.ts';

export const sinkNameSchema = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/,
    'must be at most 48 lower-case letters, digits and hyphens',
  )
  .describe('The name of the sink for people.')
  .meta({ examples: ['archive'] });

export const filterSchema = z.object({
  location_ids: z.array(z.int().min(1)).max(200).default([]).describe('Empty means all locations.'),
  ...queryFilterShape,
  least_severity: severitySchema.default('info').describe('Threats with a lower severity are left out.'),
});

const presentationSchema = z.enum(presentationIds);

const countsShape = {
  delivered: z.int().describe('Queries and changes of threats that the receiver has accepted.'),
  filtered: z.int().describe('Items left out by the filter, or because the presentation cannot show them.'),
  refused: z.int().describe('Items that the receiver refused permanently.'),
  lost: z.int().describe('Items that were deleted before they could be sent.'),
  batches: z.int(),
};

export const sinkSchema = z
  .object({
    name: sinkNameSchema,
    kind: z.string(),
    presentation: presentationSchema,
    queries: z.boolean(),
    threats: z.boolean(),
    config: z.record(z.string(), z.unknown()),
    filter: filterSchema,
    has_secret: z.boolean().describe('Whether a secret is stored. The secret itself is never shown.'),
    state: z.enum(['paused', 'failing', 'behind', 'up_to_date']),
    created_at: timestampSchema,
    ...countsShape,
    lag_seconds: z.number().describe('Seconds that the oldest undelivered item has waited; 0 if none waits.'),
    waiting_bytes: z.int().describe('Bytes of the stored batches that wait, as rows and before the filter.'),
    last_delivered_at: timestampSchema.nullable(),
    failing_since: timestampSchema.nullable(),
    last_error: z.string().nullable(),
    collectors: z
      .array(
        z.object({
          collector_id: z.string().nullable().describe('Null for threats, which any collector can pass on.'),
          stream: z.enum(['queries', 'threats']),
          ...countsShape,
          waiting_since: timestampSchema.nullable(),
          last_delivered_at: timestampSchema.nullable(),
          failing_since: timestampSchema.nullable(),
          last_error: z.string().nullable(),
        }),
      )
      .describe('The same numbers for each collector. Each collector passes on the queries that it stored.'),
  })
  .meta({ id: 'Sink' });

/** Presents a sink, and how far it has come. */
export function presentSink(
  sink: Sink,
  all: readonly SinkProgress[],
  now: number,
): z.input<typeof sinkSchema> {
  const own = all.filter(({ sinkId }) => sinkId === sink.id);
  const sum = (count: (progress: SinkProgress) => number): number =>
    own.reduce((total, progress) => total + count(progress), 0);
  const failing = own.find(({ failingSince }) => failingSince !== null);
  const waiting = earliest(own.map(({ waitingSince }) => waitingSince));
  const delivered = own.flatMap(({ deliveredAt }) => deliveredAt?.getTime() ?? []);
  const lag = waiting === undefined ? 0 : Math.max(0, now - waiting) / 1_000;
  // Rows that wait for others to fill an object are not late.
  const gathers = (sinkKind(sink.kind)?.size?.(sink.config).wait ?? 0) / 1_000;
  return {
    name: sink.name,
    kind: sink.kind,
    presentation: presentationSchema.parse(sink.presentation),
    queries: sink.queries,
    threats: sink.threats,
    config: sink.config,
    filter: filterOf(sink),
    has_secret: sink.sealed !== null,
    state: sink.paused
      ? 'paused'
      : failing !== undefined
        ? 'failing'
        : lag > 60 + gathers
          ? 'behind'
          : 'up_to_date',
    created_at: sink.createdAt.toISOString(),
    delivered: sum((progress) => progress.delivered),
    filtered: sum((progress) => progress.filtered),
    refused: sum((progress) => progress.refused),
    lost: sum((progress) => progress.lost),
    batches: sum((progress) => progress.batches),
    lag_seconds: lag,
    waiting_bytes: sum((progress) => progress.waitingBytes),
    last_delivered_at: delivered.length === 0 ? null : new Date(Math.max(...delivered)).toISOString(),
    failing_since: failing?.failingSince?.toISOString() ?? null,
    last_error: failing?.lastError ?? null,
    collectors: own.map((progress) => ({
      collector_id: progress.collectorId === '' ? null : progress.collectorId,
      stream: progress.stream,
      delivered: progress.delivered,
      filtered: progress.filtered,
      refused: progress.refused,
      lost: progress.lost,
      batches: progress.batches,
      waiting_since: progress.waitingSince?.toISOString() ?? null,
      last_delivered_at: progress.deliveredAt?.toISOString() ?? null,
      failing_since: progress.failingSince?.toISOString() ?? null,
      last_error: progress.lastError,
    })),
  };
}

function filterOf({ filter }: Sink): z.input<typeof filterSchema> {
  const { location_ids, suffixes, query_types, response_codes, ...rest } = describeFilter(filter);
  return {
    ...rest,
    location_ids: [...location_ids],
    suffixes: [...suffixes],
    query_types: [...query_types],
    response_codes: [...response_codes],
  };
}

function earliest(dates: readonly (Date | null)[]): number | undefined {
  const times = dates.flatMap((date) => date?.getTime() ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

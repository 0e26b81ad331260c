import { z } from 'zod';
import { defineSink, type OutgoingRecord } from '../define-sink.ts';
import { authoritySchema, urlSchema, wordSchema } from './config-parts.ts';
import { authorization, compressed, postBatch } from './post-batch.ts';

/**
 * This sink writes to Grafana Loki. Labels are few and bounded: the stream, the location, the severity, and what the
 * operator adds.
 */
export const loki = defineSink({
  id: 'loki',
  title: 'Grafana Loki',
  config: z.object({
    url: urlSchema.describe('The URL of Loki, such as https://loki.example:3100.'),
    labels: z
      .record(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/), wordSchema)
      .default({ job: 'sonde' })
      .refine((labels) => Object.keys(labels).length <= 10, 'can have up to ten entries'),
    tenant: wordSchema.optional().describe('The tenant, sent as X-Scope-OrgID.'),
    authentication: z.enum(['none', 'bearer', 'basic']).default('none'),
    compression: z.enum(['none', 'gzip']).default('gzip'),
    authority: authoritySchema,
  }),
  secret: { what: 'a token or `user:password`', needed: false },
  presentations: ['json', 'ecs', 'ocsf', 'zeek', 'cef', 'cof'],
  frame: (records, { config }) => {
    const streams = Map.groupBy(
      records,
      ({ stream, locationId, severity }) => `${stream} ${locationId} ${severity}`,
    );
    const document = {
      streams: [...streams.values()].map((own) => ({
        stream: {
          ...config.labels,
          stream: own[0]!.stream,
          location: String(own[0]!.locationId),
          severity: own[0]!.severity,
        },
        values: own.toSorted((a, b) => a.at - b.at).map((record) => [nanoseconds(record), record.text]),
      })),
    };
    return compressed(Buffer.from(JSON.stringify(document)), config.compression);
  },
  deliver: async (batch, { config, secret = '', outlets, now, signal }) => {
    const headers = {
      'content-type': 'application/json',
      ...authorization(config.authentication, secret),
      ...(config.tenant === undefined ? {} : { 'x-scope-orgid': config.tenant }),
    };
    await postBatch(
      batch,
      { ...config, url: `${config.url}/loki/api/v1/push`, headers },
      { outlets, now, signal },
    );
    return { refused: 0 };
  },
});

function nanoseconds({ at }: OutgoingRecord): string {
  return `${at}000`;
}

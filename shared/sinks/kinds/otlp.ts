import { z } from 'zod';
import type { Severity } from '../../schemas/severity.ts';
import { defineSink, type SinkStream } from '../define-sink.ts';
import { authoritySchema, urlSchema } from './config-parts.ts';
import { answered, authorization, compressed, postBatch } from './post-batch.ts';

/** The data model of OpenTelemetry logs: INFO, INFO2, WARN, ERROR, FATAL. */
const severities: Readonly<Record<Severity, number>> = {
  info: 9,
  low: 10,
  medium: 13,
  high: 17,
  critical: 21,
};

/** The names of events by the stream that they belong to. */
const eventNames: Readonly<Record<SinkStream, string>> = {
  queries: 'dns.query',
  threats: 'threat',
  connections: 'dns.connection',
};

const answerSchema = z.object({
  // 64-bit numbers are texts in the JSON of protocol buffers.
  partialSuccess: z.object({ rejectedLogRecords: z.coerce.number().int().min(0).default(0) }).optional(),
});

/** This sink sends OTLP over HTTP, as JSON. */
export const otlp = defineSink({
  id: 'otlp',
  title: 'OpenTelemetry logs (OTLP over HTTP)',
  config: z.object({
    url: urlSchema.describe('The URL of the receiver, such as https://otel.example:4318.'),
    authentication: z.enum(['none', 'bearer', 'basic']).default('none'),
    compression: z.enum(['none', 'gzip']).default('gzip'),
    authority: authoritySchema,
  }),
  secret: { what: 'a token or `user:password`', needed: false },
  presentations: ['json', 'ecs', 'ocsf', 'zeek', 'cef', 'cof'],
  frame: (records, { config, host }) => {
    const logRecords = records.map(({ id, at, stream, severity, locationId, text }) => ({
      timeUnixNano: `${at}000`,
      severityNumber: severities[severity],
      severityText: severity,
      body: { stringValue: text },
      attributes: [
        attribute('event.name', eventNames[stream]),
        attribute('log.record.uid', id),
        attribute('sonde.location_id', String(locationId)),
      ],
    }));
    const resource = { attributes: [attribute('service.name', 'sonde'), attribute('host.name', host)] };
    const document = { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'sonde' }, logRecords }] }] };
    return compressed(Buffer.from(JSON.stringify(document)), config.compression);
  },
  deliver: async (batch, { config, secret = '', outlets, now, signal }) => {
    const headers = { 'content-type': 'application/json', ...authorization(config.authentication, secret) };
    const answer = await postBatch(
      batch,
      { ...config, url: `${config.url}/v1/logs`, headers },
      { outlets, now, signal },
    );
    const { data } = answerSchema.safeParse(answered(answer.text));
    return { refused: Math.min(data?.partialSuccess?.rejectedLogRecords ?? 0, batch.records) };
  },
});

function attribute(key: string, value: string) {
  return { key, value: { stringValue: value } };
}

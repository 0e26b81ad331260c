import { z } from 'zod';
import { defineSink } from '../define-sink.ts';
import { authoritySchema, urlSchema, wordSchema } from './config-parts.ts';
import { compressed, jsonValue, postBatch } from './post-batch.ts';

/** This sink writes to Splunk's HTTP Event Collector. */
export const splunk = defineSink({
  id: 'splunk',
  title: 'Splunk HTTP Event Collector',
  config: z.object({
    url: urlSchema.describe('The URL of the HTTP Event Collector, such as https://splunk.example:8088.'),
    index: wordSchema.optional(),
    source: wordSchema.default('sonde'),
    sourcetype: wordSchema.default('_json'),
    compression: z.enum(['none', 'gzip']).default('gzip'),
    authority: authoritySchema,
  }),
  secret: { what: 'the token of the input', needed: true },
  presentations: ['json', 'ecs', 'ocsf', 'zeek', 'cef', 'cof'],
  frame: (records, { config, isJson, host }) => {
    const { index, source, sourcetype } = config;
    const about = JSON.stringify({
      host,
      source,
      sourcetype,
      ...(index === undefined ? {} : { index }),
    }).slice(0, -1);
    const text = records
      .map((record) => {
        const fields = JSON.stringify({ sonde_id: record.id, sonde_stream: record.stream });
        return `${about},"time":${record.at / 1_000_000},"fields":${fields},"event":${jsonValue(record, isJson)}}`;
      })
      .join('\n');
    return compressed(Buffer.from(text), config.compression);
  },
  deliver: async (batch, { config, secret = '', outlets, now, signal }) => {
    const headers = { 'content-type': 'application/json', authorization: `Splunk ${secret}` };
    await postBatch(
      batch,
      { ...config, url: `${config.url}/services/collector/event`, headers },
      { outlets, now, signal },
    );
    return { refused: 0 };
  },
});

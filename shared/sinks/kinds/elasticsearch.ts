import { z } from 'zod';
import { DeliveryError, defineSink } from '../define-sink.ts';
import { authoritySchema, urlSchema } from './config-parts.ts';
import { answered, authorization, compressed, jsonValue, postBatch, told } from './post-batch.ts';

const itemSchema = z.record(
  z.string(),
  z.looseObject({ status: z.int(), error: z.looseObject({ reason: z.string().optional() }).optional() }),
);
const answerSchema = z.looseObject({ errors: z.boolean(), items: z.array(itemSchema) });

/**
 * This sink writes to the bulk interface of Elasticsearch and OpenSearch. Each row is created under an id of its own:
 * one that comes again is there already, which is as good as taken.
 */
export const elasticsearch = defineSink({
  id: 'elasticsearch',
  title: 'Elasticsearch, OpenSearch',
  config: z.object({
    url: urlSchema.describe('The URL of the cluster, such as https://search.example:9200.'),
    index: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_.-]{0,200}$/, 'must be the name of an index or a data stream')
      .default('logs-sonde-default')
      .describe('The name of an index or a data stream.'),
    authentication: z.enum(['none', 'api_key', 'basic']).default('none'),
    compression: z.enum(['none', 'gzip']).default('gzip'),
    authority: authoritySchema,
  }),
  secret: { what: 'an API key as Elasticsearch encodes it, or `user:password`', needed: false },
  presentations: ['ecs', 'json', 'ocsf', 'zeek', 'cof'],
  frame: (records, { config, isJson }) => {
    const text = records
      .map(
        (record) =>
          `${JSON.stringify({ create: { _index: config.index, _id: record.id } })}\n${jsonValue(record, isJson)}\n`,
      )
      .join('');
    return compressed(Buffer.from(text), config.compression);
  },
  deliver: async (batch, { config, secret = '', outlets, now, signal }) => {
    const headers = {
      'content-type': 'application/x-ndjson',
      ...authorization(config.authentication, secret),
    };
    // All that is asked for of the answer.
    const url = `${config.url}/_bulk?filter_path=errors,items.*.status,items.*.error.reason`;
    const answer = await postBatch(batch, { ...config, url, headers }, { outlets, now, signal });
    return { refused: refusedOf(answer.text) };
  },
});

/** Throws a DeliveryError if some were not taken for now: those that were are known by their ids when they come again. */
function refusedOf(text: string): number {
  const { data } = answerSchema.safeParse(answered(text));
  // An answer without errors has no items where they are filtered out.
  if (data === undefined) {
    if (/"errors"\s*:\s*false/.test(text)) return 0;
    throw new DeliveryError(`The receiver answers what is no answer to a bulk request: ${told(text)}`);
  }
  if (!data.errors) return 0;
  let refused = 0;
  for (const { status, error } of data.items.flatMap((item) => Object.values(item))) {
    if (status < 300 || status === 409) continue;
    if (status === 429 || status >= 500) {
      throw new DeliveryError(`The receiver takes no more for now: ${told(error?.reason ?? String(status))}`);
    }
    refused++;
  }
  return refused;
}

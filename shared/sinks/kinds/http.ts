import { z } from 'zod';
import { defineSink } from '../define-sink.ts';
import { allJson, authoritySchema, compressionSchema, urlSchema } from './config-parts.ts';
import { authorization, compressed, jsonValue, lines, postBatch } from './post-batch.ts';

/** This sink posts lines over HTTP to any receiver, another Sonde among them. */
export const http = defineSink({
  id: 'http',
  title: 'HTTP',
  config: z.object({
    url: urlSchema,
    body: z
      .enum(['ndjson', 'array'])
      .default('ndjson')
      .describe('One record on each line, or one JSON array.'),
    authentication: z
      .enum(['none', 'bearer', 'basic', 'header'])
      .default('none')
      .describe('How the sink sends the secret. For `basic`, the secret is `user:password`.'),
    header: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/)
      .default('x-api-key')
      .describe('The header for the secret, if `authentication` is `header`.'),
    compression: compressionSchema.default('gzip'),
    authority: authoritySchema,
  }),
  secret: { what: 'a token, a `user:password`, or the value of a header', needed: false },
  presentations: [...allJson, 'cef'],
  frame: (records, { config, isJson }) =>
    compressed(
      config.body === 'ndjson'
        ? lines(records)
        : Buffer.from(`[${records.map((record) => jsonValue(record, isJson)).join(',')}]`),
      config.compression,
    ),
  deliver: async (batch, { config, secret = '', outlets, now, signal }) => {
    const type =
      config.body === 'array'
        ? 'application/json'
        : batch.presentation === 'cef'
          ? 'text/plain'
          : 'application/x-ndjson';
    const headers = { 'content-type': type, ...credentials(config, secret) };
    await postBatch(batch, { ...config, headers }, { outlets, now, signal });
    return { refused: 0 };
  },
});

function credentials(
  { authentication, header }: { authentication: 'none' | 'bearer' | 'basic' | 'header'; header: string },
  secret: string,
): Readonly<Record<string, string>> {
  return authentication === 'header' ? { [header]: secret } : authorization(authentication, secret);
}

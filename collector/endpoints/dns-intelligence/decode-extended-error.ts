import { decodeExtendedError as decode } from '@sonde/scanner/checks/ede/decode-extended-error.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { extendedErrorSchema, presentExtendedError } from './extended-error-schema.ts';

export const decodeExtendedError = defineEndpoint({
  method: 'POST',
  path: '/api/v2/ede/decode',
  summary: 'Explain an extended DNS error',
  description: 'Returns what a code of RFC 8914 means, how severe it is, and what to do about it.',
  family: 'DNS intelligence',
  access: 'public',
  body: z.object({
    code: z
      .int()
      .min(0)
      .max(29)
      .meta({ examples: [6] }),
    extra_text: z.string().max(2_000).optional(),
  }),
  response: z.object({
    ...extendedErrorSchema.shape,
    extra_text: z.string().nullable(),
    hint: z.string().nullable().describe('What the extra text points to.'),
  }),
  async run({ body }) {
    const error = decode(body.code, body.extra_text);
    return { ...presentExtendedError(error), extra_text: error.extraText, hint: error.hint };
  },
});

import { decodeExtendedError } from '@sonde/scanner/checks/ede/decode-extended-error.ts';
import { extendedErrors } from '@sonde/shared/dns/extended-errors.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { extendedErrorSchema, presentExtendedError } from './extended-error-schema.ts';

export const listExtendedErrors = defineEndpoint({
  method: 'GET',
  path: '/api/v2/ede/codes',
  summary: 'List extended DNS errors',
  description: 'Returns the codes 0 to 29 of RFC 8914 and its registry.',
  family: 'DNS intelligence',
  access: 'public',
  response: z.object({ count: countInAnswer, codes: z.array(extendedErrorSchema) }),
  async run() {
    const codes = extendedErrors.map(({ code }) => presentExtendedError(decodeExtendedError(code)));
    return { count: codes.length, codes };
  },
});

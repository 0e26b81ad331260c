import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { HttpError } from '../http-error.ts';
import type { RawBody, RawUpload } from '../raw-body.ts';
import { validate } from '../validate.ts';
import type { BodyReader } from './body-reader.ts';
import { checkContentEncoding, checkContentType } from './content-type.ts';
import { parseJson } from './parse-json.ts';

/** Reads and validates a JSON body. An absent body is `undefined`, which the schema takes or refuses. */
export async function readJsonBody(
  request: IncomingMessage,
  schema: z.ZodType,
  reader: BodyReader,
  maxBytes: number,
): Promise<unknown> {
  const { headers } = request;
  if (!hasBody(request)) {
    if (!schema.safeParse(undefined).success) throw new HttpError('invalid_input', 'This needs a JSON body.');
    return validate(schema, undefined, 'body');
  }
  checkContentType(headers['content-type'], ['application/json']);
  checkContentEncoding(headers['content-encoding'], ['identity']);
  return validate(schema, parseJson(await reader.read(request, maxBytes)), 'body');
}

/** Checks what a raw body's headers say, and leaves the reading to the endpoint. */
export function openRawBody(request: IncomingMessage, body: RawBody, reader: BodyReader): RawUpload {
  const { headers } = request;
  const declared = new Set(Object.keys(body.headers).map((name) => name.toLowerCase()));
  return {
    contentType: checkContentType(headers['content-type'], body.contentTypes),
    contentEncoding: checkContentEncoding(headers['content-encoding'], body.contentEncodings),
    header(name) {
      const value = declared.has(name.toLowerCase()) ? headers[name.toLowerCase()] : undefined;
      return typeof value === 'string' ? value : undefined;
    },
    read: () => reader.read(request, body.maxBytes),
  };
}

/** RFC 9112 section 6.3: a request has a body where it names a length or a transfer coding. */
function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && headers['content-length'] !== '0';
}

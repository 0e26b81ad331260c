import type { IncomingMessage } from 'node:http';
import { boundaryOf } from '@sonde/shared/documents/multipart.ts';
import type { z } from 'zod';
import { type Dialect, dialects } from '../dialects.ts';
import type { Exchange } from '../exchange.ts';
import { HttpError } from '../http-error.ts';
import type { JsonLimits } from '../json-limits.ts';
import type { RawBody, RawUpload } from '../raw-body.ts';
import { validate } from '../validate.ts';
import { compileArrayBounds } from './array-bounds.ts';
import type { BodyPurpose, BodyReader } from './body-reader.ts';
import { checkContentEncoding, checkContentType } from './content-type.ts';
import { parseJson } from './parse-json.ts';

/** A JSON purpose states the limits of a JSON body, and whether room is reserved for it. */
export interface JsonPurpose extends JsonLimits, Pick<BodyPurpose, 'reserved'> {
  /** The protocol whose content types the body may have besides. */
  readonly dialect?: Dialect | undefined;
}

/** Prepares reading and validating JSON bodies. An absent body is `undefined`, which the schema takes or refuses. */
export function compileJsonBody(
  schema: z.ZodType,
  reader: BodyReader,
  purpose: JsonPurpose,
): (exchange: Exchange) => Promise<unknown> {
  const checkArrays = compileArrayBounds(schema);
  return (exchange) => readJsonBody(exchange, schema, checkArrays, reader, purpose);
}

async function readJsonBody(
  exchange: Exchange,
  schema: z.ZodType,
  checkArrays: (value: unknown) => void,
  reader: BodyReader,
  { bytes: maxBytes, members, reserved = false, dialect }: JsonPurpose,
): Promise<unknown> {
  const { headers } = exchange.request;
  if (!hasBody(exchange.request)) {
    if (!schema.safeParse(undefined).success) throw new HttpError('invalid_input', 'This needs a JSON body.');
    return validate(schema, undefined, 'body');
  }
  checkContentType(
    headers['content-type'],
    dialect === undefined ? ['application/json'] : dialects[dialect].accepted,
  );
  checkContentEncoding(headers['content-encoding'], ['identity']);
  const value = parseJson(await reader.read(exchange, { maxBytes, reserved }), { members });
  checkArrays(value);
  return validate(schema, value, 'body');
}

/** Checks what a raw body's headers say, and leaves the reading to the endpoint. */
export function openRawBody(exchange: Exchange, body: RawBody, reader: BodyReader): RawUpload {
  const { headers } = exchange.request;
  const declared = new Set(Object.keys(body.headers).map((name) => name.toLowerCase()));
  return {
    contentType: checkContentType(headers['content-type'], body.contentTypes),
    contentEncoding: checkContentEncoding(headers['content-encoding'], body.contentEncodings),
    boundary: boundaryOf(headers['content-type']),
    header(name) {
      const value = declared.has(name.toLowerCase()) ? headers[name.toLowerCase()] : undefined;
      return typeof value === 'string' ? value : undefined;
    },
    read: () => reader.read(exchange, { maxBytes: body.maxBytes }),
  };
}

/** RFC 9112 section 6.3: a request has a body if it names a length or a transfer coding. */
function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && headers['content-length'] !== '0';
}

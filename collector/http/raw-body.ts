import type { z } from 'zod';

/**
 * A raw body is a body that is not JSON: bytes of one of some content types, read by the endpoint when it is ready for
 * them.
 */
export interface RawBody {
  readonly kind: 'raw';
  /** Media types in lower case, without parameters. */
  readonly contentTypes: readonly string[];
  /** Shapes of those content types that have one; for the documentation, since the endpoint reads the bytes itself. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  /** Content codings taken as they are, `identity` always among them; the endpoint decodes. */
  readonly contentEncodings: readonly string[];
  /** Bytes as sent, at most. */
  readonly maxBytes: number;
  /** Further headers that the endpoint reads, with what they mean. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A raw upload is given to `run` if the contract declares a raw body. */
export interface RawUpload {
  readonly contentType: string;
  readonly contentEncoding: string;
  /** Between the parts of a form; undefined for all other content types. */
  readonly boundary: string | undefined;
  /** A header that the contract names; undefined if the request has none. */
  header(name: string): string | undefined;
  /** The whole body, or an answer of 408, 413, 429 or 503. */
  read(): Promise<Buffer>;
}

/** Declares a raw body. */
export function rawBody(body: {
  contentTypes: readonly string[];
  maxBytes: number;
  schemas?: Readonly<Record<string, z.ZodType>>;
  contentEncodings?: readonly string[];
  headers?: Readonly<Record<string, string>>;
}): RawBody {
  return {
    kind: 'raw',
    contentTypes: body.contentTypes,
    schemas: body.schemas ?? {},
    contentEncodings: body.contentEncodings ?? ['identity'],
    maxBytes: body.maxBytes,
    headers: body.headers ?? {},
  };
}

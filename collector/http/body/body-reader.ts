import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { HttpError } from '../http-error.ts';

/** Reads bodies whole, each within its own bound, and all that are under way within a common one. */
export class BodyReader {
  readonly #budget: number;
  #reserved = 0;

  /** `budget`: bytes that all bodies being read may take together. */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Bytes set aside for bodies that are being read. */
  get reserved(): number {
    return this.#reserved;
  }

  /** Throws answers of 413, 503 where the common bound is reached, and 400 where the client broke off. */
  async read(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
    const length = request.headers['content-length'];
    const bytes = length === undefined ? maxBytes : Number(length);
    if (bytes > maxBytes) {
      request.resume();
      throw tooLarge(maxBytes);
    }
    if (this.#reserved + bytes > this.#budget) {
      request.resume();
      throw new HttpError('overloaded', 'Too many large requests at once.', {
        headers: { 'Retry-After': '1' },
      });
    }
    this.#reserved += bytes;
    try {
      return await getRawBody(request, { length: length ?? null, limit: maxBytes });
    } catch (error) {
      // Discards the rest, so that the client gets to read the answer and the connection can serve on.
      request.resume();
      throw describe(error, maxBytes);
    } finally {
      this.#reserved -= bytes;
    }
  }
}

function describe(error: unknown, maxBytes: number): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return tooLarge(maxBytes);
  if (error instanceof Error) return new HttpError('malformed_request', 'The body broke off before its end.');
  return error;
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError('body_too_large', `The body may have at most ${maxBytes} bytes.`);
}

import type { Exchange } from '../exchange.ts';
import { HttpError } from '../http-error.ts';
import { checkPath } from '../parse-url.ts';

/** Refuses what a router should not see: escapes that are no text, and HTTP/1.1 without a host (RFC 9112 section 3.2). */
export function checkRequestLine({ request, path }: Exchange): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new HttpError('malformed_request', 'The header Host is missing.');
  }
  checkPath(path);
}

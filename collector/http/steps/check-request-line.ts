import type { Exchange } from '../exchange.ts';
import { HttpError } from '../http-error.ts';
import { checkPath } from '../parse-url.ts';

/**
 * Refuses what a router should not see: escapes that are no text, HTTP/1.1 without a host, and more than one (RFC 9112
 * section 3.2): whoever stands in front may have taken the other.
 */
export function checkRequestLine({ request, path }: Exchange): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new HttpError('malformed_request', 'The header Host is missing.');
  }
  if (hostsOf(request.rawHeaders) > 1) {
    throw new HttpError('malformed_request', 'The header Host is given more than once.');
  }
  checkPath(path);
}

function hostsOf(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

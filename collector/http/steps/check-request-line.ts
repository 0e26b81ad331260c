import type Koa from 'koa';
import { HttpError } from '../http-error.ts';
import { checkPath } from '../parse-url.ts';
import type { RequestState } from '../request-state.ts';

/** Refuses what a router should not see: escapes that are no text, and HTTP/1.1 without a host (RFC 9112 section 3.2). */
export function checkRequestLine(
  context: Koa.ParameterizedContext<RequestState>,
  next: Koa.Next,
): Promise<unknown> {
  if (context.req.headers.host === undefined && context.req.httpVersion === '1.1') {
    throw new HttpError('malformed_request', 'The header Host is missing.');
  }
  checkPath(context.path);
  return next();
}

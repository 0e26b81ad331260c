import type Koa from 'koa';
import type { RequestState } from '../request-state.ts';

/** Nothing may be loaded by an answer of the API, and nothing may frame it. The documentation page has its own policy. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

const headers = Object.entries({
  'Content-Security-Policy': apiPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});

/** Headers that keep browsers from making more of an answer than it is. */
export function securityHeaders(): Koa.Middleware<RequestState> {
  return (context, next) => {
    for (const [name, value] of headers) context.res.setHeader(name, value);
    return next();
  };
}

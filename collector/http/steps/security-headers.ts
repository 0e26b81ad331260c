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

/** RFC 6797: a browser that came here over TLS once does not come without it for a year. */
const strictTransport = 'max-age=31536000';

/** Headers that keep browsers from making more of an answer than it is. */
export function securityHeaders(): Koa.Middleware<RequestState> {
  return (context, next) => {
    for (const [name, value] of headers) context.res.setHeader(name, value);
    // Where a proxy ends TLS, this is for the proxy to say.
    if (context.secure) context.res.setHeader('Strict-Transport-Security', strictTransport);
    return next();
  };
}

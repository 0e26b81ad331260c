import type { HttpContext } from '../request-state.ts';

/** Nothing may be loaded by an answer of the API, and nothing may frame it. The documentation page has its own policy. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** RFC 6797: a browser that came here over TLS once does not come without it for a year. */
const strictTransport = 'max-age=31536000';

/** Headers that keep browsers from making more of an answer than it is. */
export function securityHeaders(context: HttpContext): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Security-Policy': apiPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
  // Where a proxy ends TLS, this is for the proxy to say.
  if ('encrypted' in context.req.socket) headers['Strict-Transport-Security'] = strictTransport;
  return headers;
}

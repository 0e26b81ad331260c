import type { HttpContext } from '../request-state.ts';

const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, X-API-Key, X-Batch-Id, X-Request-Id';
const exposedHeaders =
  'Allow, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
/** Seconds that browsers may remember a preflight's answer. */
const maxAge = '600';

/** Tells whether the request was a preflight, which is answered with that. */
export type AnswerCors = (context: HttpContext) => boolean;

/**
 * Lets pages of the configured origins (`*` for all) use the API. No credentials mode: keys travel in headers that a page
 * sets by itself, and there are no cookies.
 */
export function cors(origins: readonly string[]): AnswerCors {
  if (origins.length === 0) return () => false;
  const all = origins.includes('*');
  const allowed = new Set(origins);
  return (context) => {
    const { headers } = context.state;
    headers.Vary = 'Origin';
    const origin = context.get('Origin');
    if (origin === '' || !(all || allowed.has(origin))) return false;
    headers['Access-Control-Allow-Origin'] = all ? '*' : origin;
    headers['Access-Control-Expose-Headers'] = exposedHeaders;
    headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
    if (context.method !== 'OPTIONS' || context.get('Access-Control-Request-Method') === '') return false;
    headers['Access-Control-Allow-Methods'] = allowedMethods;
    headers['Access-Control-Allow-Headers'] = allowedHeaders;
    headers['Access-Control-Max-Age'] = maxAge;
    context.status = 204;
    return true;
  };
}

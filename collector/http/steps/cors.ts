import type Koa from 'koa';
import type { RequestState } from '../request-state.ts';

const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, X-API-Key, X-Batch-Id, X-Request-Id';
const exposedHeaders =
  'Allow, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
/** Seconds that browsers may remember a preflight's answer. */
const maxAge = '600';

/**
 * Lets pages of the configured origins (`*` for all) use the API. No credentials mode: keys travel in headers that a page
 * sets by itself, and there are no cookies.
 */
export function cors(origins: readonly string[]): Koa.Middleware<RequestState> {
  const all = origins.includes('*');
  const allowed = new Set(origins);
  return (context, next) => {
    context.vary('Origin');
    const origin = context.get('Origin');
    if (origin === '' || !(all || allowed.has(origin))) return next();
    context.set('Access-Control-Allow-Origin', all ? '*' : origin);
    context.set('Access-Control-Expose-Headers', exposedHeaders);
    context.set('Cross-Origin-Resource-Policy', 'cross-origin');
    if (context.method !== 'OPTIONS' || context.get('Access-Control-Request-Method') === '') return next();
    context.set('Access-Control-Allow-Methods', allowedMethods);
    context.set('Access-Control-Allow-Headers', allowedHeaders);
    context.set('Access-Control-Max-Age', maxAge);
    context.status = 204;
    return undefined;
  };
}

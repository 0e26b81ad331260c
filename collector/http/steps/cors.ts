import type { Answer } from '../answer/answer.ts';
import type { Exchange } from '../exchange.ts';

const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, X-API-Key, X-Batch-Id, X-Request-Id';
const exposedHeaders =
  'Allow, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
/** Seconds that browsers may remember a preflight's answer. */
const maxAge = '600';

const preflight: Answer = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': maxAge,
  },
};

/** A function of this type answers a preflight; undefined for all other requests. */
export type AnswerCors = (exchange: Exchange) => Answer | undefined;

/**
 * Lets pages of the configured origins (`*` for all) use the API. No credentials mode: keys travel in headers that a page
 * sets by itself, and there are no cookies.
 */
export function cors(origins: readonly string[]): AnswerCors {
  if (origins.length === 0) return () => undefined;
  const all = origins.includes('*');
  const allowed = new Set(origins);
  return ({ method, request, headers }) => {
    headers.vary('Origin');
    const { origin } = request.headers;
    if (origin === undefined || origin === '' || !(all || allowed.has(origin))) return undefined;
    headers.set('Access-Control-Allow-Origin', all ? '*' : origin);
    headers.set('Access-Control-Expose-Headers', exposedHeaders);
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return method === 'OPTIONS' && request.headers['access-control-request-method'] ? preflight : undefined;
  };
}

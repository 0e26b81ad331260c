import type Koa from 'koa';
import { HttpError } from '../http-error.ts';
import type { RequestState } from '../request-state.ts';

/** Refuses requests beyond a number at once: those being served finish the sooner for it. */
export function limitInFlight(most: number): Koa.Middleware<RequestState> {
  let inFlight = 0;
  return async (context, next) => {
    if (inFlight >= most && !context.path.startsWith('/health/')) {
      throw new HttpError('overloaded', 'Too many requests at once.', { headers: { 'Retry-After': '1' } });
    }
    inFlight++;
    try {
      await next();
    } finally {
      inFlight--;
    }
  };
}

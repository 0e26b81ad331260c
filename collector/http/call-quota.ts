import type { Caller } from '../domain/access/caller.ts';
import type { HttpContext } from './request-state.ts';

/** Counts calls against what a caller may make in a day, sets the X-RateLimit headers, and throws an answer of 429. */
export interface CallQuota {
  count(context: HttpContext, caller: Caller): Promise<void> | void;
}

/** Counts nothing. */
export const noQuota: CallQuota = { count() {} };

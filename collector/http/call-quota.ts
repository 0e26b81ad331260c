import type { Caller } from '../domain/access/caller.ts';
import type { BurstLimits } from '../domain/quota/burst-limits.ts';
import type { DailyQuota, QuotaState } from '../domain/quota/daily-quota.ts';
import { countedSubject } from '../domain/quota/usage-subject.ts';
import type { Clock } from '../ports/system/clock.ts';
import type { Exchange } from './exchange.ts';
import { HttpError } from './http-error.ts';

/** Counts calls against what a caller may make in a day, sets the X-RateLimit headers, and throws an answer of 429. */
export interface CallQuota {
  /** `cost`: of an operation that takes more than a look into the store, counted against the caller's burst as well. */
  count(exchange: Exchange, caller: Caller, cost?: number): Promise<void> | void;
}

/** Counts nothing. */
export const noQuota: CallQuota = { count() {} };

/** The day's quotas of the tiers, and the burst limits. Callers without an end of requests get no headers. */
export function dailyCallQuota(
  quota: Pick<DailyQuota, 'count'>,
  clock: Clock,
  burst?: Pick<BurstLimits, 'take'>,
): CallQuota {
  return {
    count(exchange, caller, cost = 0) {
      // First, so that what is refused for it does not count against the day.
      if (cost > 0) burst?.take(caller, cost);
      const counted = countedSubject(caller);
      if (counted === undefined) return undefined;
      const state = quota.count(counted);
      return state instanceof Promise
        ? state.then((later) => tell(exchange, later, clock))
        : tell(exchange, state, clock);
    },
  };
}

function tell({ headers }: Exchange, { allowed, limit, remaining, resetAt }: QuotaState, clock: Clock): void {
  if (limit === undefined) return;
  headers.set('X-RateLimit-Limit', String(limit));
  headers.set('X-RateLimit-Remaining', String(remaining));
  headers.set('X-RateLimit-Reset', String(resetAt));
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(resetAt - clock.now() / 1_000));
  throw new HttpError('quota_exhausted', `The ${limit} requests of this day are used up.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

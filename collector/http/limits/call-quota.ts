import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import type { BurstLimits } from '../../domain/people/quota/burst-limits.ts';
import type { DailyQuota, QuotaState } from '../../domain/people/quota/daily-quota.ts';
import { countedSubject } from '../../domain/people/quota/usage-subject.ts';
import type { Exchange } from '../exchange.ts';
import { HttpError } from '../http-error.ts';

/**
 * A call quota counts calls against what a caller may make in a day, sets the X-RateLimit headers, and throws an answer
 * of 429.
 */
export interface CallQuota {
  /** `cost`: of an operation that takes more than a look into the store, counted against the caller's burst as well. */
  count(exchange: Exchange, caller: Caller, cost?: number): Promise<void> | void;
  /** Takes a call from the caller's burst alone: what a page asks for while it is looked at is not for the day. */
  takeBurst(exchange: Exchange, caller: Caller, cost: number): void;
  /** Sets the headers of an answer that is not counted: every 429 tells how the day stands. */
  show(exchange: Exchange, caller: Caller): void;
}

export const noQuota: CallQuota = { count() {}, takeBurst() {}, show() {} };

/** Applies the day's quotas of the tiers, and the burst limits. Callers without an end of requests get no headers. */
export function dailyCallQuota(
  quota: Pick<DailyQuota, 'count' | 'peek'>,
  clock: Clock,
  burst?: Pick<BurstLimits, 'take'>,
): CallQuota {
  const show = (exchange: Exchange, caller: Caller): void =>
    tell(exchange, quota.peek(countedSubject(caller)));
  const takeBurst = (exchange: Exchange, caller: Caller, cost: number): void => {
    try {
      burst?.take(caller, cost);
    } catch (error) {
      show(exchange, caller);
      throw error;
    }
  };
  return {
    show,
    takeBurst,
    count(exchange, caller, cost = 0) {
      // First, so that what is refused for it does not count against the day.
      if (cost > 0) takeBurst(exchange, caller, cost);
      const state = quota.count(countedSubject(caller));
      return state instanceof Promise
        ? state.then((later) => admit(exchange, later, clock))
        : admit(exchange, state, clock);
    },
  };
}

function tell({ headers }: Exchange, { limit, remaining, resetAt }: QuotaState): void {
  if (limit === undefined) return;
  headers.set('X-RateLimit-Limit', String(limit));
  headers.set('X-RateLimit-Remaining', String(remaining));
  headers.set('X-RateLimit-Reset', String(resetAt));
}

function admit(exchange: Exchange, state: QuotaState, clock: Clock): void {
  tell(exchange, state);
  if (state.allowed) return;
  const seconds = Math.max(1, Math.ceil(state.resetAt - clock.now() / 1_000));
  throw new HttpError('quota_exhausted', `The ${state.limit} requests of this day are used up.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

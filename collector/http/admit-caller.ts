import type { Caller } from '../domain/access/caller.ts';
import type { CallQuota } from './call-quota.ts';
import type { Exchange } from './exchange.ts';
import type { RequestsOfCallers } from './requests-of-callers.ts';

/** What bounds how much a caller may ask for. */
export interface CallerLimits {
  readonly quota: CallQuota;
  readonly underWay: RequestsOfCallers;
}

/** Gives a request its place among its caller's, and counts it unless `cost` is `uncounted`. Throws answers of 429. */
export function admitCaller(
  exchange: Exchange,
  caller: Caller,
  { quota, underWay }: CallerLimits,
  cost: number | undefined | 'uncounted',
): Promise<void> | void {
  try {
    underWay.begin(exchange, caller);
  } catch (error) {
    quota.show(exchange, caller);
    throw error;
  }
  return cost === 'uncounted' ? undefined : quota.count(exchange, caller, cost);
}

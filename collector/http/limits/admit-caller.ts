import type { Caller } from '../../domain/people/access/caller.ts';
import type { Exchange } from '../exchange.ts';
import type { CallQuota } from './call-quota.ts';
import type { RequestsOfCallers } from './requests-of-callers.ts';

/** Caller limits bound how much a caller may ask for. */
export interface CallerLimits {
  readonly quota: CallQuota;
  readonly underWay: RequestsOfCallers;
}

/** Units of the burst that a page's reading takes, if the operation names none. */
const costOfReading = 1;

/**
 * Gives a request its place among its caller's, and counts it unless `cost` is `uncounted`. What a session reads is bounded
 * by the burst alone: pages that stay open would use the day up. Throws answers of 429.
 */
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
  if (cost === 'uncounted') return;
  if (isReadingOfSession(exchange, caller)) return quota.takeBurst(exchange, caller, cost ?? costOfReading);
  return quota.count(exchange, caller, cost);
}

function isReadingOfSession({ method }: Exchange, caller: Caller): boolean {
  return caller.kind === 'account' && caller.session !== null && (method === 'GET' || method === 'HEAD');
}

import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Tier } from '../../../ports/accounts/accounts.ts';
import type { UsageStore } from '../../../ports/accounts/usage.ts';
import { requestsPerDay } from './tier-limits.ts';
import { accountSubject } from './usage-subject.ts';

const dayMilliseconds = 86_400_000;

export interface AccountUsagePorts {
  readonly usage: Pick<UsageStore, 'history'>;
  readonly clock: Clock;
}

export interface AccountUsage {
  /** Requests of the UTC day; unlimited if undefined. */
  readonly limit: number | undefined;
  readonly used: number;
  readonly resetAt: Date;
  /** Every day asked for, oldest first, today last; `date` as 2026-03-14. */
  readonly days: readonly { readonly date: string; readonly requests: number }[];
}

/**
 * Counts the requests of an account today and on the days before, all collectors together; up to some seconds behind.
 */
export async function accountUsage(
  account: { accountId: number; tier: Tier },
  dayCount: number,
  ports: AccountUsagePorts,
): Promise<AccountUsage> {
  const today = Math.floor(ports.clock.now() / dayMilliseconds);
  const dates = Array.from({ length: dayCount }, (_, index) => dateOf(today - dayCount + 1 + index));
  const history = await ports.usage.history(accountSubject(account.accountId), dates[0]!, dates.at(-1)!);
  const counts = new Map(history.map(({ period, count }) => [period, count]));
  const days = dates.map((date) => ({ date, requests: counts.get(date) ?? 0 }));
  return {
    limit: requestsPerDay[account.tier],
    used: days.at(-1)!.requests,
    resetAt: new Date((today + 1) * dayMilliseconds),
    days,
  };
}

function dateOf(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}

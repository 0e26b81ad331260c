import type { Clock } from '@sonde/shared/system/clock.ts';
import type { PolicyRuleStore, PolicyState } from '../../../ports/resolvers/policy-rules.ts';
import type { ResolverCount, ResolverReports } from '../../../ports/resolvers/resolver-reports.ts';
import type { Resolver, ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import type { Page } from '../../../ports/system/page.ts';
import { requireResolver } from './require-resolver.ts';

export interface ResolverStatisticsPorts {
  readonly resolvers: Pick<ResolverStore, 'find' | 'list'>;
  readonly resolverReports: Pick<ResolverReports, 'counts'>;
  readonly policyRules: Pick<PolicyRuleStore, 'state'>;
  readonly clock: Clock;
}

export interface ResolverStatistics {
  readonly resolver: Resolver;
  /** Sums of all days, by kind and name. */
  readonly totals: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Gathers the reports of an account's resolvers in the last days; of one alone if it is named. Throws NotFound. */
export async function resolverStatistics(
  question: { accountId: number; resolverId: number | undefined; days: number; page: Page },
  ports: ResolverStatisticsPorts,
): Promise<{ count: number; policy: PolicyState; resolvers: ResolverStatistics[] }> {
  const { accountId, resolverId, days, page } = question;
  const { count, resolvers } =
    resolverId === undefined
      ? await ports.resolvers.list(accountId, page)
      : { count: 1, resolvers: [await requireResolver(accountId, resolverId, ports)] };
  const now = ports.clock.now();
  const ids = resolvers.map(({ id }) => id);
  // One day ahead, for clocks that run fast.
  const counts = await ports.resolverReports.counts(ids, dayOf(now, 1 - days), dayOf(now, 1));
  return {
    count,
    policy: await ports.policyRules.state(accountId),
    resolvers: resolvers.map((resolver) => ({ resolver, totals: sum(counts.get(resolver.id) ?? []) })),
  };
}

function dayOf(now: number, offset: number): string {
  return new Date(now + offset * 86_400_000).toISOString().slice(0, 10);
}

function sum(counts: readonly ResolverCount[]): Map<string, Map<string, number>> {
  const totals = new Map<string, Map<string, number>>();
  for (const { kind, name, count } of counts) {
    const names = totals.get(kind) ?? new Map<string, number>();
    names.set(name, Math.min(Number.MAX_SAFE_INTEGER, (names.get(name) ?? 0) + count));
    totals.set(kind, names);
  }
  return totals;
}

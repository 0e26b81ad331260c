import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Statistics } from '@sonde/shared/schemas/resolver-report.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ResolverCount, ResolverReports } from '../../../ports/resolvers/resolver-reports.ts';

const day = 86_400_000;
/** Days that a period may lie back, as long as a batch's id is remembered; ahead of our clock it may be one. */
const daysBack = 30;

/** Adds a batch of statistics to the days of a resolver. False if the batch was stored before. */
export async function storeStatistics(
  batch: { resolverId: number; batchId: string; statistics: readonly Statistics[] },
  ports: { readonly resolverReports: Pick<ResolverReports, 'addCounts'>; readonly clock: Clock },
): Promise<boolean> {
  const now = ports.clock.now();
  batch.statistics.forEach(({ period_start: start, period_end: end }, index) => {
    const at = Date.parse(start);
    if (Date.parse(end) < at) {
      throw new InvalidInput(`statistics.${index}.period_end`, 'The period ends before it begins.');
    }
    if (at < now - daysBack * day || at > now + day) {
      throw new InvalidInput(
        `statistics.${index}.period_start`,
        `Periods may begin up to ${daysBack} days ago and not in the future.`,
      );
    }
  });
  const counts = batch.statistics.flatMap(countsOf).filter(({ count }) => count > 0);
  return await ports.resolverReports.addCounts(batch.resolverId, batch.batchId, counts);
}

function countsOf(statistics: Statistics): ResolverCount[] {
  const { queries, responses = 0, policy_hits = 0 } = statistics;
  const { transports = {}, response_codes = {}, policy_actions = {} } = statistics;
  const tables: readonly [kind: string, counts: Readonly<Record<string, number | undefined>>][] = [
    ['total', { queries, responses, policy_hits }],
    ['transport', transports],
    ['response_code', response_codes],
    ['policy_action', policy_actions],
  ];
  const on = statistics.period_start.slice(0, 10);
  return tables.flatMap(([kind, counts]) =>
    Object.entries(counts).map(([name, count = 0]) => ({ day: on, kind, name, count })),
  );
}

import { baselineDays, type DomainSource, type SeenDomains } from '../../ports/traffic/seen-domains.ts';

const dayMilliseconds = 86_400_000;
/** Days for which a first certificate, or that a name came into its zone, is news. */
const freshDays = 30;

/**
 * Finds the domains that a source showed for the first time within the last month, where it is read for long enough to know. Throws a
 * StoreError.
 */
export async function newlySeen(
  source: DomainSource,
  domains: readonly string[],
  now: number,
  seenDomains: Pick<SeenDomains, 'firstSeen' | 'begin'>,
): Promise<ReadonlyMap<string, Date>> {
  if (domains.length === 0) return new Map();
  const begin = await seenDomains.begin(source);
  if (begin === undefined || now - begin.getTime() < baselineDays[source] * dayMilliseconds) return new Map();
  const first = await seenDomains.firstSeen(source, domains);
  return new Map([...first].filter(([, at]) => now - at.getTime() < freshDays * dayMilliseconds));
}

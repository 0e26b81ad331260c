import { defineProvider, nothingAgainst } from './provider.ts';
import { listOf, numberOf, partsOf, textOf, timeOf } from './read-json.ts';

/** Reports of which the categories are read. */
const mostReports = 1_000;
/** Its categories by the interface's; those that say what an address is, and not what it does, have none. */
const categories: readonly (readonly [number, readonly number[]])[] = [
  [3, [3, 7, 8]],
  [4, [4, 6]],
  [9, [5, 14, 15, 16, 18, 19, 21, 22, 23]],
  [10, [10, 11, 12, 17]],
  [11, [20]],
];
const ours = new Map(categories.flatMap(([own, theirs]) => theirs.map((id) => [id, own] as const)));

export const abuseIpDb = defineProvider({
  id: 'abuseipdb',
  name: 'AbuseIPDB',
  base: 'https://api.abuseipdb.com/api/v2/',
  perDay: 1_000,
  ask: (address, key) => ({
    path: `check?${new URLSearchParams({ ipAddress: address, maxAgeInDays: '30', verbose: '' })}`,
    headers: { key },
  }),
  askBriefly: (address, key) => ({
    path: `check?${new URLSearchParams({ ipAddress: address, maxAgeInDays: '30' })}`,
    headers: { key },
  }),
  read: (body) => {
    const data = partsOf(body.data);
    const score = numberOf(data.abuseConfidenceScore, 0, 100);
    if (score === undefined) return undefined;
    const reports = listOf(data.reports, mostReports);
    const theirs = reports.flatMap((report) => listOf(partsOf(report).categories, 64));
    return {
      ...nothingAgainst,
      // Its own whitelist is a reason to disbelieve reports, as it says itself.
      severity: data.isWhitelisted === true ? 0 : score / 100,
      reason: `abuse confidence score ${score}`,
      seenAt: timeOf(data.lastReportedAt),
      categories: score === 0 ? [] : [...new Set(theirs.flatMap((id) => ours.get(Number(id)) ?? []))],
      usageType: textOf(data.usageType),
      isp: textOf(data.isp),
      domain: textOf(data.domain),
    };
  },
});

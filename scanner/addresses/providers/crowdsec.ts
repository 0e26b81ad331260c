import { defineProvider, nothingAgainst } from './provider.ts';
import { listOf, partsOf, textOf, timeOf } from './read-json.ts';

const severities: Readonly<Record<string, number>> = { malicious: 1, suspicious: 0.5 };
const reputations = new Set(['malicious', 'suspicious', 'known', 'safe', 'benign', 'unknown']);
/** By the names of behaviours, such as `http:bruteforce`. */
const categories: readonly (readonly [RegExp, number])[] = [
  [/phish|fraud/, 3],
  [/dos\b/, 4],
  [/spam/, 10],
  [/malware|botnet|infection/, 11],
  [/scan|brute|exploit|crawl|probing|attack/, 9],
];

export const crowdSec = defineProvider({
  id: 'crowdsec',
  name: 'CrowdSec CTI',
  base: 'https://cti.api.crowdsec.net/v2/',
  perDay: 50,
  ask: (address, key) => ({ path: `smoke/${encodeURIComponent(address)}`, headers: { 'x-api-key': key } }),
  // 404 is how it says that it knows nothing of the address.
  alsoAnswers: [404],
  read: (body, status) => {
    if (status === 404) return textOf(body.message) === null ? undefined : nothingAgainst;
    const reputation = textOf(body.reputation);
    if (reputation === null || !reputations.has(reputation)) return undefined;
    const severity = severities[reputation] ?? 0;
    const behaviours = listOf(body.behaviors, 64).flatMap((one) => textOf(partsOf(one).name) ?? []);
    const told = behaviours.flatMap(
      (name) => categories.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? [],
    );
    return {
      ...nothingAgainst,
      severity,
      reason: [reputation, ...behaviours].join(', ').slice(0, 200),
      seenAt: timeOf(partsOf(body.history).last_seen),
      categories: severity === 0 ? [] : [...new Set(told)],
    };
  },
});

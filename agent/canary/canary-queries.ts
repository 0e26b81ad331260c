import { randomInt } from 'node:crypto';

export const canaryPatterns = ['tunnel', 'dga', 'nxdomain'] as const;
export type CanaryPattern = (typeof canaryPatterns)[number];

export interface CanaryQuery {
  readonly name: string;
  readonly type: 'TXT' | 'A';
}

/**
 * The pause is the time between two queries, in milliseconds: no resolver notices them, and each pattern is done within
 * a minute.
 */
export const pause: Readonly<Record<CanaryPattern, number>> = { tunnel: 400, dga: 300, nxdomain: 100 };

/** More than the detectors' own thresholds, by a margin for what is lost. */
const counts: Readonly<Record<CanaryPattern, number>> = { tunnel: 40, dga: 16, nxdomain: 260 };

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const letters = base32.slice(0, 26);
const words = ['printer', 'ledger', 'garden', 'window', 'summer', 'harbour', 'market', 'signal'];

/**
 * Returns the names of one pattern, each with the canary's label. They carry nothing, and go to domains that are set
 * aside for documentation (RFC 2606) or, as a detector of generated domains wants a real top-level domain, to labels of
 * twenty random letters below .com that nobody has.
 */
export function canaryQueries(pattern: CanaryPattern, label: string): CanaryQuery[] {
  return Array.from({ length: counts[pattern] }, (_, number) => query[pattern](label, number));
}

const query: Readonly<Record<CanaryPattern, (label: string, number: number) => CanaryQuery>> = {
  tunnel: (label) => ({ name: `${random(base32, 48)}.${label}.example.com`, type: 'TXT' }),
  dga: (label) => ({ name: `${label}.${random(letters, 20)}.com`, type: 'A' }),
  nxdomain: (label, number) => ({
    name: `${words[number % words.length]}${number}.${label}.example.net`,
    type: 'A',
  }),
};

function random(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

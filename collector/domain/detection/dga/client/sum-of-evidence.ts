import type { FailedName } from './failed-names.ts';

/** One label, however strange, weighs no more than that. */
const mostOdds = 4;
/**
 * Log odds halfway between the names of ordinary clients, which have -3 on average and -2 if they are all initials,
 * and those of spoken families, which have -0.2 to 0.4.
 */
const neutral = -1.7;

/**
 * Sums up how far the average label lies above harmless ones, in the terms of a single label's doubt: the mean above
 * the neutral point times the root of their number, so that many labels which are each a little strange tell as much as
 * a few that are very strange.
 */
export function sumOfEvidence(names: readonly FailedName[]): { labels: number; mean: number; sum: number } {
  const odds = new Map<string, number>();
  for (const { label, odds: logOdds } of names) if (logOdds !== undefined) odds.set(label, logOdds);
  if (odds.size === 0) return { labels: 0, mean: 0, sum: 0 };
  let total = 0;
  for (const value of odds.values()) total += Math.max(-mostOdds, Math.min(mostOdds, value));
  const mean = total / odds.size;
  return { labels: odds.size, mean, sum: (mean - neutral) * Math.sqrt(odds.size) };
}

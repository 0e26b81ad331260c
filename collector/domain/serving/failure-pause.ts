/** Milliseconds. Authorities count failures by the hour: five in one are too many for some. */
const first = 5 * 60_000;
const longest = 6 * 3_600_000;

/**
 * Tells how long nothing is asked for after so many failures in a row, in milliseconds: twice as long each time, and often enough for several
 * tries before the certificate that there is ends.
 */
export function failurePause(failures: number, endsAt: number | undefined, now: number): number {
  const doubled = Math.min(longest, first * 2 ** Math.min(20, failures - 1));
  if (endsAt === undefined) return doubled;
  return Math.max(first, Math.min(doubled, (endsAt - now) / 4));
}

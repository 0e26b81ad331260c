const first = 500;
const longest = 60_000;

/**
 * Milliseconds to wait after so many failures in a row: doubling from half a second to a minute, of which a random half is
 * taken off, so that many agents do not come back at once. `random` is in [0, 1).
 */
export function backoff(failures: number, random: number): number {
  const whole = Math.min(longest, first * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole * (0.5 + random / 2));
}

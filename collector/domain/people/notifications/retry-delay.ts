/** Seconds after each failed attempt; the last one is followed by none. About a day in all. */
const delays = [10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200] as const;

export const mostAttempts = delays.length + 1;

/**
 * Gives the seconds to wait after an attempt (from 1), undefined after the last. A receiver may ask for longer, up to a
 * day.
 */
export function retryDelay(attempt: number, retryAfterSeconds = 0): number | undefined {
  const delay = delays[attempt - 1];
  return delay === undefined ? undefined : Math.max(delay, Math.min(retryAfterSeconds, 86_400));
}

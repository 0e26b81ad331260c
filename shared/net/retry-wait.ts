/** Milliseconds before the first further try of what failed, and before any, at most. */
const firstWait = 500;
const longestWait = 60_000;
/** Milliseconds between tries of what answers, but will not be another by waiting: it knows not the key, or is no collector. */
const slowRetry = 30_000;

/** A setback states why something is to be tried again later. `after` is the pause that was asked for, in milliseconds. */
export type Setback =
  | { readonly kind: 'failed' | 'unauthorized' | 'not_a_collector' }
  | { readonly kind: 'busy'; readonly after: number | undefined };

/**
 * Computes the milliseconds to wait after so many setbacks in a row. Chance has a part in every wait, also in a pause that was asked
 * for: many who were told the same at one moment would come back at one moment. `random` is in [0, 1).
 */
export function retryWait(setback: Setback, failures: number, random: number): number {
  if (setback.kind === 'failed') return backoff(failures, random);
  if (setback.kind !== 'busy')
    return Math.max(backoff(failures, random), Math.round(slowRetry * (1 + random / 2)));
  const { after } = setback;
  if (after === undefined) return backoff(failures, random);
  // Never sooner than was asked. Whoever is told so again and again leaves more and more room for others.
  const room = Math.max(Math.min(after, longestWait) / 2, doubling(failures, firstWait, longestWait));
  return after + Math.round(room * random);
}

/**
 * Computes the milliseconds to wait after so many failures in a row: doubling from half a second to a minute, or from `first` to
 * `longest`, of which a random half is taken off, so that many do not come back at once. `random` is in [0, 1).
 */
export function backoff(failures: number, random: number, first = firstWait, longest = longestWait): number {
  return Math.round(doubling(failures, first, longest) * (0.5 + random / 2));
}

function doubling(failures: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(failures - 1, 20));
}

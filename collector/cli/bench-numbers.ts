import { UsageError } from '@sonde/shared/system/usage-error.ts';

/** Reads an option of a bench, in any form that JavaScript reads: `100000000`, `1e8`. Throws a UsageError about anything else. */
export function wholeNumber(text: string | undefined, least = 1): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`"${text}" is not a whole number of at least ${least}.`);
}

/** Reads an option that has a bound, in digits alone. Throws a UsageError about anything else. */
export function boundedNumber(text = '', most: number, least = 1): number {
  const value = text.length <= String(most).length && /^\d+$/.test(text) ? Number(text) : -1;
  if (value >= least && value <= most) return value;
  throw new UsageError(`"${text}" is not a whole number from ${least} to ${most}.`);
}

import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { exitCodes } from './exit-codes.ts';

/** Reads a positive whole number from a flag or an argument. Throws a UsageError about anything else. */
export function wholeNumber(text: string, called: string): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  throw new UsageError(
    `${called} must be a whole number of at least 1, not "${text.slice(0, 40)}".`,
    exitCodes.usage,
  );
}

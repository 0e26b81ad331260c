import type { ScannedParts } from '../ports/domain-scan.ts';

/**
 * Gives the result of a check: undefined if it was not made, null if it came to no end. It is the one place in which
 * stored JSON becomes a scanner's result again; the caller knows whose it is.
 */
export function partResult<Result>(parts: ScannedParts, check: string): Result | null | undefined {
  const part = parts[check];
  return part === undefined ? undefined : (part.result as Result | null);
}

import type { ScannedParts } from '../ports/domain-scan.ts';

/**
 * What a check answered: undefined where it was not made, null where it came to no end. The one place where stored JSON
 * becomes a scanner's result again; the caller knows whose it is.
 */
export function partResult<Result>(parts: ScannedParts, check: string): Result | null | undefined {
  const part = parts[check];
  return part === undefined ? undefined : (part.result as Result | null);
}

import { ClickHouseError } from '@clickhouse/client';
import { StoreError, type StoreErrorKind } from '../../ports/system/store-error.ts';

/** The question asked for too much: rows, bytes, time, memory (ErrorCodes.cpp of ClickHouse). */
const limitCodes = new Set([158, 159, 160, 161, 162, 191, 241, 290, 307, 394, 396]);

/** The store is away, overloaded, full, read only, or not set up yet. */
const unavailableCodes = new Set([
  3, 23, 24, 60, 74, 75, 76, 81, 159, 164, 202, 209, 210, 225, 234, 236, 241, 242, 243, 252, 279, 285, 286,
  287, 319, 394, 415, 425, 439, 473, 497, 516, 519, 571, 579, 649, 657, 668, 722, 745, 999, 1000, 1001, 1002,
]);

/** The bytes of the file are at fault: they cannot be read as rows, now or ever. */
const badDataCodes = new Set([
  6, 19, 25, 26, 27, 32, 33, 36, 38, 41, 53, 69, 70, 72, 73, 108, 117, 128, 131, 190, 349, 432, 441, 467, 675,
  676, 691,
]);

/** Maps the error of a question. An error that is neither a limit nor the store's state is the question's own fault. */
export function questionError(error: unknown): StoreError {
  const code = codeOf(error);
  if (code === undefined) return storeError('unavailable', error);
  if (limitCodes.has(code)) return storeError('limit', error);
  return storeError(unavailableCodes.has(code) ? 'unavailable' : 'refused', error);
}

/**
 * Maps the error of an insert. Data are refused for what is known to be wrong with them alone; anything else may pass,
 * and a row set aside wrongly is worse than a retry too many.
 */
export function insertError(error: unknown): StoreError {
  const code = codeOf(error);
  return storeError(code !== undefined && badDataCodes.has(code) ? 'refused' : 'unavailable', error);
}

/** Tells whether a connection that was there broke before the answer. */
export function isBrokenConnection(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function codeOf(error: unknown): number | undefined {
  return error instanceof ClickHouseError ? Number(error.code) : undefined;
}

function storeError(kind: StoreErrorKind, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  return new StoreError(kind, cause instanceof Error ? cause.message : String(cause), { cause });
}

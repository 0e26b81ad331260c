import { DatabaseError } from 'pg';
import { StoreError, type StoreErrorKind } from '../../../ports/system/store-error.ts';

/**
 * An SQLSTATE means this to the caller, by class or whole code (PostgreSQL's appendix A). A code that isn't listed is a
 * fault of ours and stays the driver's error.
 */
const kinds: readonly [RegExp, StoreErrorKind][] = [
  // A statement that ran out of time (57014) found a busy server: none of ours asks for much.
  [/^(08|53|57|58|40|55P03|25006|25P03|28|XX)/, 'unavailable'],
  [/^(22|23|54)/, 'refused'],
];

/** Serialization failure and deadlock: the transaction was undone because of another one. */
const repeatable = new Set(['40001', '40P01']);

/**
 * Makes a StoreError of the driver's error; one that is neither the database's nor the connection's comes back as it
 * is.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof DatabaseError) {
    const kind = kinds.find(([pattern]) => pattern.test(error.code ?? ''))?.[1];
    return kind ? new StoreError(kind, `PostgreSQL: ${error.message}`, { cause: error }) : error;
  }
  if (isConnectionError(error)) {
    return new StoreError('unavailable', 'PostgreSQL cannot be reached.', { cause: error });
  }
  return error;
}

export function isWorthRepeating(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : error;
  return cause instanceof DatabaseError && repeatable.has(cause.code ?? '');
}

/** Tells whether an error says that a row exists already under that unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = error instanceof StoreError ? error.cause : error;
  return cause instanceof DatabaseError && cause.code === '23505' && cause.constraint === index;
}

/** The driver gives its own connection errors no code, only these sentences. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Connection ended)/;

/** Tells whether all connections stayed busy for as long as one may be waited for. */
export function isWaitInVain(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (connectionMessages.test(error.message)) return true;
  return 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

import { DatabaseError } from 'pg';

/** Statements that are kept prepared, at most; there are as many as there are places in the code. */
const mostPrepared = 100;

/** Statement names name texts that are prepared; a text beyond the bound has none and is planned each time. */
export class StatementNames {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  #given = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === mostPrepared) return known;
    const name = `${this.#prefix}_${this.#given++}`;
    this.#names.set(text, name);
    return name;
  }

  /** Lets a text be prepared anew, under another name. */
  renew(text: string): void {
    this.#names.delete(text);
  }
}

/**
 * Tells whether a prepared statement no longer fits the tables, which another collector has changed since:
 * feature_not_supported.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000';
}

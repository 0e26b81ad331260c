import type { Clause, ClauseEntry } from './read-clauses.ts';

/** Finds the last entry of a name in all clauses of a kind: it is the one that counts. */
export function lastOf(clauses: readonly Clause[], name: string, kind = 'server'): ClauseEntry | undefined {
  return clauses
    .filter((clause) => clause.kind === kind)
    .flatMap(({ entries }) => entries)
    .findLast((entry) => entry.name.text === name);
}

export function allOf(clauses: readonly Clause[], name: string, kind = 'server'): ClauseEntry[] {
  return clauses
    .filter((clause) => clause.kind === kind)
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.name.text === name);
}

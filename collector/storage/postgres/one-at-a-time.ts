import type { Postgres } from './pool.ts';

/** An arbitrary number that all collectors agree on; the one for PostgreSQL's own schema is another. */
const lock = 7_366_632;
/** Milliseconds. */
const longestWait = 12 * 3_600_000;

/**
 * Runs work of the collectors that share a database one after the other, however long each takes. What the work changes
 * elsewhere stays changed if the connection breaks meanwhile; the error then says that others may have begun.
 */
export async function oneAtATime(postgres: Postgres, work: () => Promise<void>): Promise<void> {
  await postgres.transaction(
    async (transaction) => {
      await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      await transaction.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      await work();
    },
    { attempts: 1, statementTimeout: longestWait },
  );
}

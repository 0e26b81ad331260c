import { createHash } from 'node:crypto';
import type { Migration } from './migrations/migration.ts';
import type { Postgres, Queryable } from './pool.ts';

/**
 * A migration error states that the database's schema is not one that this program can serve. Its message is for the
 * operator.
 */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationError';
  }
}

/** An arbitrary number that all collectors agree on. */
const migrationLock = 7_366_631;

/** Milliseconds that one migration, or the wait for another collector's, may take. */
const longestStep = 60 * 60_000;

/**
 * Brings the schema up to date, all in one transaction; of several collectors that start at once, one does it and the
 * others wait. Returns the names of what it applied. Throws a MigrationError, and a StoreError.
 */
export function migrate(postgres: Postgres, migrations: readonly Migration[]): Promise<string[]> {
  const work = async (transaction: Queryable): Promise<string[]> => {
    await transaction.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await transaction.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         id integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const pending = await pendingOf(transaction, migrations);
    for (const migration of pending) {
      await transaction.query(migration.sql);
      await transaction.query('INSERT INTO schema_migrations (id, name, checksum) VALUES ($1, $2, $3)', [
        migration.id,
        migration.name,
        checksum(migration),
      ]);
    }
    return pending.map((migration) => migration.name);
  };
  return postgres.transaction(work, { statementTimeout: longestStep });
}

async function pendingOf(
  transaction: Queryable,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const applied = await transaction.query<{ id: number; name: string; checksum: string }>(
    'SELECT id, name, checksum FROM schema_migrations ORDER BY id',
  );
  for (const [index, { id, name, checksum: recorded }] of applied.entries()) {
    const ours = migrations[index];
    if (ours === undefined) {
      throw new MigrationError(
        `The database has schema ${applied.length} (${applied.at(-1)?.name}) and this program knows ${migrations.length}: it is older than the database. Start the newer program.`,
      );
    }
    if (ours.id !== id || checksum(ours) !== recorded) {
      throw new MigrationError(
        `Migration ${id} (${name}) in the database is not the one that this program has. It was changed after it was applied, or the database belongs to another program.`,
      );
    }
  }
  return migrations.slice(applied.length);
}

/** Tells one migration from another of the same number. */
export function checksum(migration: Migration): string {
  return createHash('sha256').update(`${migration.id} ${migration.name}\n${migration.sql}`).digest('hex');
}

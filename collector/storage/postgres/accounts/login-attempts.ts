import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import { repeatable } from '../pool/repeatable.ts';
import type { Postgres } from '../pool.ts';
import { storableText } from '../storable-text.ts';

/** Bytes of a subject; a longer one shares the record of its beginning. */
const longest = 512;

export function createLoginAttempts(postgres: Postgres): LoginAttempts {
  return {
    count: async (subjects, at, windowSeconds) => {
      const rows = await repeatable(() =>
        postgres.query<{ subject: string; failures: number; last_at: Date }>(
          `INSERT INTO login_attempts AS known (subject, failures, first_at, last_at)
           SELECT DISTINCT subject, 1, $2::timestamptz, $2::timestamptz FROM unnest($1::text[]) AS subject
           ORDER BY subject
           ON CONFLICT (subject) DO UPDATE SET
             failures = CASE WHEN known.first_at <= $3 THEN 1 ELSE known.failures + 1 END,
             first_at = CASE WHEN known.first_at <= $3 THEN excluded.first_at ELSE known.first_at END,
             last_at = greatest(known.last_at, excluded.last_at)
           RETURNING subject, failures, last_at`,
          [storable(subjects), at, new Date(at.getTime() - windowSeconds * 1_000)],
        ),
      );
      const records = new Map(
        rows.map((row) => [row.subject, { failures: row.failures, lastAt: row.last_at }]),
      );
      return new Map(
        subjects.flatMap((subject) => {
          const record = records.get(storableText(subject, longest));
          return record ? [[subject, record]] : [];
        }),
      );
    },
    clear: async (subjects) => {
      await repeatable(() =>
        postgres.query(
          `DELETE FROM login_attempts WHERE subject IN (
             SELECT subject FROM login_attempts WHERE subject = ANY ($1) ORDER BY subject FOR UPDATE)`,
          [storable(subjects)],
        ),
      );
    },
    takeBack: async (subjects) => {
      // Not repeated: where it is in doubt whether it was done, one attempt more on record is the lesser evil.
      await postgres.query(
        `UPDATE login_attempts SET failures = greatest(failures - 1, 0) WHERE subject IN (
           SELECT subject FROM login_attempts WHERE subject = ANY ($1) ORDER BY subject FOR UPDATE)`,
        [storable(subjects)],
      );
    },
    forgetBefore: async (time) => {
      const [forgotten] = await postgres.query<{ count: number }>(
        `WITH gone AS (DELETE FROM login_attempts WHERE last_at < $1 RETURNING 1) SELECT count(*) FROM gone`,
        [time],
      );
      return forgotten!.count;
    },
  };
}

function storable(subjects: readonly string[]): string[] {
  return subjects.map((subject) => storableText(subject, longest));
}

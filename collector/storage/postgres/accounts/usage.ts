import type { UsageStore } from '../../../ports/accounts/usage.ts';
import { repeatable } from '../pool/repeatable.ts';
import type { Postgres } from '../pool.ts';

interface CountRow {
  subject: string;
  count: number;
}

export function createUsageStore(postgres: Postgres): UsageStore {
  return {
    add: async (period, counts) => {
      if (counts.size === 0) return new Map();
      // In one order, so that two collectors don't wait for each other.
      const rows = await repeatable(() =>
        postgres.query<CountRow>(
          `INSERT INTO usage_counts AS known (period, subject, count)
           SELECT $1, subject, count FROM unnest($2::text[], $3::bigint[]) AS added (subject, count)
           ORDER BY subject COLLATE "C"
           ON CONFLICT (period, subject) DO UPDATE SET count = known.count + excluded.count
           RETURNING subject, count`,
          [period, [...counts.keys()], [...counts.values()]],
        ),
      );
      return toMap(rows);
    },
    read: async (period, subjects) =>
      toMap(
        await postgres.query<CountRow>(
          'SELECT subject, count FROM usage_counts WHERE period = $1 AND subject = ANY ($2)',
          [period, subjects],
        ),
      ),
    history: (subject, from, to) =>
      postgres.query<{ period: string; count: number }>(
        `SELECT period, count FROM usage_counts
         WHERE subject = $1 AND period >= $2 AND period <= $3 AND length(period) = length($2) ORDER BY period`,
        [subject, from, to],
      ),
    forgetBefore: async (period) => {
      const [forgotten] = await postgres.query<{ count: number }>(
        `WITH gone AS (DELETE FROM usage_counts WHERE period < $1 AND length(period) = length($1) RETURNING 1)
         SELECT count(*) FROM gone`,
        [period],
      );
      return forgotten!.count;
    },
  };
}

function toMap(rows: readonly CountRow[]): Map<string, number> {
  return new Map(rows.map(({ subject, count }) => [subject, count]));
}

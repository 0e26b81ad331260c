import type {
  ComparedDataset,
  OriginHistoryStore,
  SeenOriginChange,
} from '../../../ports/addresses/origin-history.ts';
import type { Postgres } from '../pool.ts';

interface ChangeRow {
  prefix: string;
  dataset: string;
  seen_at: Date;
  before: number[];
  after: number[];
}

export function createOriginHistoryStore(postgres: Postgres): OriginHistoryStore {
  return {
    has: async ({ dataset, builtAt, contentHash }) => {
      const rows = await postgres.query(
        `SELECT 1 FROM origin_tables WHERE dataset = $1 AND built_at = $2
         UNION ALL
         SELECT 1 FROM (SELECT content_hash FROM origin_tables WHERE dataset = $1
                        ORDER BY built_at DESC LIMIT 1) AS latest WHERE content_hash = $3`,
        [dataset, builtAt, contentHash],
      );
      return rows.length > 0;
    },
    add: async (changes, { dataset, seenAt }) => {
      if (changes.length === 0) return;
      await postgres.query(
        `INSERT INTO origin_changes (prefix, dataset, seen_at, before, after)
         SELECT prefix, $4, $5, string_to_array(before, ' ')::bigint[], string_to_array(after, ' ')::bigint[]
         FROM unnest($1::cidr[], $2::text[], $3::text[]) AS new (prefix, before, after)
         ON CONFLICT DO NOTHING`,
        [
          changes.map(({ prefix }) => prefix),
          changes.map(({ before }) => before.join(' ')),
          changes.map(({ after }) => after.join(' ')),
          dataset,
          seenAt,
        ],
      );
    },
    record: async ({ dataset, builtAt, contentHash, changes }) => {
      await postgres.query(
        `INSERT INTO origin_tables (dataset, built_at, content_hash, changes) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING`,
        [dataset, builtAt, contentHash, changes],
      );
    },
    changesOf: async (prefixes, limit) => {
      const rows = await postgres.query<ChangeRow>(
        `SELECT prefix::text, dataset, seen_at, before, after FROM origin_changes
         WHERE prefix = ANY ($1::cidr[]) ORDER BY seen_at DESC, masklen(prefix) DESC, dataset LIMIT $2`,
        [prefixes, limit],
      );
      return rows.map(toChange);
    },
    compared: () =>
      postgres.query<Record<string, never> & ComparedDataset>(
        `SELECT dataset, min(built_at) AS since, max(built_at) AS latest, count(*) AS tables
         FROM origin_tables GROUP BY dataset ORDER BY dataset`,
      ),
    forgetBefore: async (date) => {
      // The latest table stays: the next one is compared with it.
      const [row] = await postgres.query<{ count: number }>(
        `WITH gone AS (DELETE FROM origin_changes WHERE seen_at < $1 RETURNING 1),
           tables AS (DELETE FROM origin_tables o WHERE built_at < $1
             AND built_at < (SELECT max(built_at) FROM origin_tables WHERE dataset = o.dataset))
         SELECT count(*) FROM gone`,
        [date],
      );
      return row!.count;
    },
  };
}

function toChange({ prefix, dataset, seen_at: seenAt, before, after }: ChangeRow): SeenOriginChange {
  return { prefix, dataset, seenAt, before: before.map(Number), after: after.map(Number) };
}

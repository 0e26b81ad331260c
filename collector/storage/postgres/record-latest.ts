import type { Postgres } from './pool.ts';

/** Columns that tell when something last was, and whose rows have numbers. */
type LatestColumn =
  | { readonly table: 'api_keys'; readonly column: 'last_used_at' }
  | { readonly table: 'resolvers'; readonly column: 'last_seen_at' };

/**
 * Notes moments by the numbers of rows; the latest stays. Rows are locked in one order, so that two collectors don't wait for
 * each other.
 */
export async function recordLatest(
  postgres: Postgres,
  { table, column }: LatestColumn,
  moments: ReadonlyMap<number, Date>,
): Promise<void> {
  if (moments.size === 0) return;
  await postgres.query(
    `WITH noted AS (
       SELECT t.id, m.at FROM unnest($1::bigint[], $2::timestamptz[]) AS m (id, at)
       JOIN ${table} t ON t.id = m.id ORDER BY t.id FOR UPDATE OF t)
     UPDATE ${table} t SET ${column} = greatest(t.${column}, noted.at) FROM noted WHERE t.id = noted.id`,
    [[...moments.keys()], [...moments.values()]],
  );
}

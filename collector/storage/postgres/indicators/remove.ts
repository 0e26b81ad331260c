import type { Queryable } from '../pool.ts';
import { changeVersion, lockIndicators } from './version.ts';

/** Forgets a source and all that it said. Returns how many indicators that were. */
export async function removeIndicators(transaction: Queryable, source: string): Promise<number> {
  await lockIndicators(transaction);
  const [removed] = await transaction.query<{ count: number }>(
    'WITH gone AS (DELETE FROM indicators WHERE source = $1 RETURNING 1) SELECT count(*) FROM gone',
    [source],
  );
  await transaction.query('DELETE FROM indicator_sources WHERE source = $1', [source]);
  if (removed!.count > 0) await changeVersion(transaction);
  return removed!.count;
}

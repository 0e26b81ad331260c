import type { Indicator, IndicatorPage } from '../../../ports/threats/indicators.ts';
import type { Queryable } from '../pool.ts';
import { type IndicatorRow, indicatorColumns, toIndicator } from './load.ts';

/** Reads a page of what one source says, in the order of names. A part of a name is looked for in all of the source. */
export async function pageOfIndicators(
  queryable: Queryable,
  source: string,
  { contains, after, limit }: IndicatorPage,
): Promise<Indicator[]> {
  const rows = await queryable.query<IndicatorRow>(
    `SELECT ${indicatorColumns} FROM indicators
     WHERE source = $1 AND ($2::text IS NULL OR name > $2) AND ($3::text IS NULL OR position($3 IN lower(name)) > 0)
     ORDER BY name LIMIT $4`,
    [source, after ?? null, contains?.toLowerCase() ?? null, limit],
  );
  return rows.map(toIndicator);
}

import type { Indicator, SourceAbout, TakeIndicators } from '../../../ports/threats/indicators.ts';
import type { Queryable } from '../pool.ts';
import { currentVersion } from './version.ts';

/** A row of indicators has the columns that are read here. */
export interface IndicatorRow {
  name: string;
  threat_type: string;
  severity: Indicator['severity'];
  source: string;
  description: string | null;
  exact: boolean;
  source_row: number | null;
  first_seen_at: number | null;
  last_seen_at: number | null;
  expires_at: number | null;
  details: NonNullable<Indicator['details']> | null;
}

export const indicatorColumns = `name, threat_type, severity, source, description, exact, source_row, first_seen_at,
  last_seen_at, expires_at, details`;

const fetchedAtOnce = 2_000;

/** Hands over all indicators as of one moment, in stretches, so that a million never stand in memory. */
export async function loadIndicators(transaction: Queryable, take: TakeIndicators): Promise<number> {
  await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const version = await currentVersion(transaction);
  const about = await sourcesAbout(transaction);
  await transaction.query(
    `DECLARE all_indicators NO SCROLL CURSOR FOR
     SELECT ${indicatorColumns} FROM indicators ORDER BY source, name`,
  );
  for (;;) {
    const rows = await transaction.query<IndicatorRow>(`FETCH ${fetchedAtOnce} FROM all_indicators`);
    await take(rows.map(toIndicator), about);
    if (rows.length < fetchedAtOnce) return version;
  }
}

async function sourcesAbout(transaction: Queryable): Promise<Map<string, SourceAbout>> {
  const rows = await transaction.query<{
    source: string;
    weight: number;
    fetched_at: Date | null;
    content_hash: string | null;
  }>('SELECT source, weight, fetched_at, content_hash FROM indicator_sources');
  return new Map(
    rows.map(({ source, weight, fetched_at, content_hash }) => [
      source,
      { weight, fetchedAt: fetched_at?.getTime() ?? null, contentHash: content_hash },
    ]),
  );
}

/** Makes an indicator of a row: what the source left out stays left out. */
export function toIndicator(row: IndicatorRow): Indicator {
  return {
    name: row.name,
    threatType: row.threat_type,
    severity: row.severity,
    source: row.source,
    description: row.description,
    ...(row.exact && { exact: true }),
    ...(row.source_row !== null && { row: row.source_row }),
    ...(row.first_seen_at !== null && { firstSeenAt: row.first_seen_at }),
    ...(row.last_seen_at !== null && { lastSeenAt: row.last_seen_at }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.details !== null && { details: row.details }),
  };
}

import type { Indicator } from '../../../ports/indicators.ts';
import type { Queryable } from '../pool.ts';
import { currentVersion } from './version.ts';

interface IndicatorRow {
  name: string;
  threat_type: string;
  severity: Indicator['severity'];
  source: string;
  description: string | null;
}

const fetchedAtOnce = 20_000;

/** Reads all indicators as of one moment, in stretches, so that a million rows never stand in memory twice. */
export async function loadIndicators(
  transaction: Queryable,
): Promise<{ version: number; indicators: Indicator[] }> {
  await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const version = await currentVersion(transaction);
  await transaction.query(
    `DECLARE all_indicators NO SCROLL CURSOR FOR
     SELECT name, threat_type, severity, source, description FROM indicators ORDER BY source, name`,
  );
  const indicators: Indicator[] = [];
  for (;;) {
    const rows = await transaction.query<IndicatorRow>(`FETCH ${fetchedAtOnce} FROM all_indicators`);
    for (const { name, threat_type, severity, source, description } of rows) {
      indicators.push({ name, threatType: threat_type, severity, source, description });
    }
    if (rows.length < fetchedAtOnce) return { version, indicators };
  }
}

import type { IndicatorStore } from '../../ports/threats/indicators.ts';
import { loadIndicators } from './indicators/load.ts';
import { pageOfIndicators } from './indicators/page.ts';
import { removeIndicators } from './indicators/remove.ts';
import { replaceIndicators } from './indicators/replace.ts';
import { currentVersion } from './indicators/version.ts';
import type { Postgres } from './pool.ts';

/** Milliseconds: a source may have millions of names, and one writer waits for another. */
const statementTimeout = 10 * 60_000;

export function createIndicatorStore(postgres: Postgres): IndicatorStore {
  return {
    // Once only: the indicators may come from a stream, which can't be read again.
    replaceSource: (source, indicators, about) =>
      postgres.transaction((transaction) => replaceIndicators(transaction, source, indicators, about), {
        attempts: 1,
        statementTimeout,
      }),
    removeSource: (source) =>
      postgres.transaction((transaction) => removeIndicators(transaction, source), { statementTimeout }),
    sources: async () => {
      const rows = await postgres.query<{ source: string; count: number; updated_at: Date }>(
        'SELECT source, count, updated_at FROM indicator_sources ORDER BY source',
      );
      return rows.map(({ source, count, updated_at }) => ({ source, count, updatedAt: updated_at }));
    },
    page: (source, page) => pageOfIndicators(postgres, source, page),
    // Once only: what was taken can't be taken back.
    load: (take) => postgres.transaction((transaction) => loadIndicators(transaction, take), { attempts: 1 }),
    version: () => currentVersion(postgres),
  };
}

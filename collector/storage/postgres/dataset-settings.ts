import type { DatasetSettingsStore } from '../../ports/networks/dataset-settings.ts';
import type { Postgres } from './pool.ts';

export function createDatasetSettingsStore(postgres: Postgres): DatasetSettingsStore {
  return {
    changes: async () => {
      const rows = await postgres.query<{ dataset: string; enabled: boolean | null; asked_at: Date | null }>(
        'SELECT dataset, enabled, asked_at FROM dataset_settings ORDER BY dataset',
      );
      return new Map(rows.map(({ dataset, enabled, asked_at: askedAt }) => [dataset, { enabled, askedAt }]));
    },
    switch: async (dataset, enabled) => {
      await postgres.query(
        `INSERT INTO dataset_settings (dataset, enabled) VALUES ($1, $2)
         ON CONFLICT (dataset) DO UPDATE SET enabled = excluded.enabled`,
        [dataset, enabled],
      );
    },
    ask: async (dataset, at) => {
      await postgres.query(
        `INSERT INTO dataset_settings (dataset, asked_at) VALUES ($1, $2)
         ON CONFLICT (dataset) DO UPDATE SET asked_at = excluded.asked_at`,
        [dataset, at],
      );
    },
  };
}

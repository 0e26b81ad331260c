import type { FeedChange, FeedSettingsStore } from '../../ports/threats/feed-settings.ts';
import type { Postgres } from './pool.ts';
import { storableText } from './storable-text.ts';

const longestThreatType = 128;

interface ChangeRow {
  feed: string;
  enabled: boolean | null;
  weight: number | null;
  severity: FeedChange['severity'];
  threat_type: string | null;
}

export function createFeedSettingsStore(postgres: Postgres): FeedSettingsStore {
  return {
    changes: async () => {
      const rows = await postgres.query<ChangeRow>(
        'SELECT feed, enabled, weight, severity, threat_type FROM feed_settings ORDER BY feed',
      );
      return new Map(
        rows.map(({ feed, threat_type, ...change }) => [feed, { ...change, threatType: threat_type }]),
      );
    },
    change: async (feed, { enabled, weight, severity, threatType }) => {
      if (enabled === null && weight === null && severity === null && threatType === null) {
        await postgres.query('DELETE FROM feed_settings WHERE feed = $1', [feed]);
        return;
      }
      await postgres.query(
        `INSERT INTO feed_settings (feed, enabled, weight, severity, threat_type) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (feed) DO UPDATE SET enabled = excluded.enabled, weight = excluded.weight,
           severity = excluded.severity, threat_type = excluded.threat_type, changed_at = now()`,
        [
          feed,
          enabled,
          weight,
          severity,
          threatType === null ? null : storableText(threatType, longestThreatType),
        ],
      );
    },
    keys: async () => {
      const rows = await postgres.query<{ setting: string; sealed: string }>(
        'SELECT setting, sealed FROM publisher_keys ORDER BY setting',
      );
      return new Map(rows.map(({ setting, sealed }) => [setting, sealed]));
    },
    setKey: async (setting, sealed) => {
      await postgres.query(
        `INSERT INTO publisher_keys (setting, sealed) VALUES ($1, $2)
         ON CONFLICT (setting) DO UPDATE SET sealed = excluded.sealed, set_at = now()`,
        [setting, sealed],
      );
    },
    removeKey: async (setting) => {
      const rows = await postgres.query('DELETE FROM publisher_keys WHERE setting = $1 RETURNING setting', [
        setting,
      ]);
      return rows.length > 0;
    },
  };
}

import type { DetectionChanges, DetectionTuning } from '../../../ports/threats/detection-tuning.ts';
import type { Postgres } from '../pool.ts';
import { storableJson } from '../storable-text.ts';

export function createDetectionTuning(postgres: Postgres): DetectionTuning {
  return {
    changes: async (locationId) => {
      const [row] = await postgres.query<{ changes: DetectionChanges }>(
        'SELECT changes FROM detection_settings WHERE location_id = $1',
        [locationId],
      );
      return row?.changes ?? {};
    },
    change: async (locationId, changes) => {
      if (Object.keys(changes).length === 0) {
        await postgres.query('DELETE FROM detection_settings WHERE location_id = $1', [locationId]);
        return;
      }
      await postgres.query(
        `INSERT INTO detection_settings (location_id, changes) VALUES ($1, $2)
         ON CONFLICT (location_id) DO UPDATE SET changes = excluded.changes, changed_at = now()`,
        [locationId, storableJson(changes)],
      );
    },
    inForce: async () => {
      const rows = await postgres.query<{ location_id: number; changes: DetectionChanges }>(
        `SELECT s.location_id, s.changes FROM detection_settings s JOIN locations l ON l.id = s.location_id
         WHERE l.deleted_at IS NULL ORDER BY s.location_id`,
      );
      return rows.map(({ location_id, changes }) => ({ locationId: location_id, changes }));
    },
  };
}

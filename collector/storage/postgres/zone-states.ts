import type { ZoneState, ZoneStateStore } from '../../ports/traffic/zones.ts';
import type { Postgres } from './pool.ts';
import { storableJson } from './storable-text.ts';

export function createZoneStateStore(postgres: Postgres): ZoneStateStore {
  return {
    all: async () => {
      const rows = await postgres.query<{ state: ZoneState }>('SELECT state FROM zone_states ORDER BY zone');
      return rows.map(({ state }) => state);
    },
    save: async (state) => {
      await postgres.query(
        `INSERT INTO zone_states (zone, state) VALUES ($1, $2)
         ON CONFLICT (zone) DO UPDATE SET state = excluded.state`,
        [state.zone, storableJson(state)],
      );
    },
    keepOnly: async (zones) => {
      await postgres.query('DELETE FROM zone_states WHERE zone <> ALL ($1::text[])', [zones]);
    },
  };
}

import type { Ledger } from '@sonde/shared/batch/metadata.ts';
import type { AgentStates } from '../../../ports/sinks/agent-states.ts';
import type { Postgres } from '../pool.ts';

interface StateRow {
  id: number;
  location_id: number;
  location: string;
  uuid: string;
  software: string;
  host: string;
  last_seen_at: Date;
  rows: number;
  ledger: Ledger | null;
}

export function createAgentStates(postgres: Postgres): AgentStates {
  return {
    latest: async (locationIds, most) => {
      const rows = await postgres.query<StateRow>(
        `SELECT a.id, a.location_id, l.name AS location, a.uuid, a.software, a.host, a.last_seen_at, a.rows,
           r.metadata -> 'ledger' AS ledger
         FROM agents a JOIN locations l ON l.id = a.location_id AND l.deleted_at IS NULL
         LEFT JOIN agent_runs r ON r.agent_id = a.id AND r.run_id = a.current_run_id
         WHERE cardinality($1::bigint[]) = 0 OR a.location_id = ANY ($1)
         ORDER BY a.last_seen_at DESC, a.id LIMIT $2`,
        [locationIds, most],
      );
      return rows.map(({ location_id: locationId, last_seen_at: lastSeenAt, ...row }) => ({
        ...row,
        locationId,
        lastSeenAt,
      }));
    },
  };
}

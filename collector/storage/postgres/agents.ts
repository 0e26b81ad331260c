import type { BatchMetadata } from '@sonde/shared/batch/metadata.ts';
import type { Agent, AgentStore } from '../../ports/ingest/agents.ts';
import type { Postgres } from './pool.ts';
import { storableText } from './storable-text.ts';

interface AgentRow {
  id: number;
  location_id: number;
  uuid: string;
  software: string;
  host: string;
  first_seen_at: Date;
  last_seen_at: Date;
  metadata: BatchMetadata | null;
}

/** Bytes of UTF-8; the batch format allows no more characters either. */
const longest = { uuid: 64, software: 128, host: 255 };

export function createAgentStore(postgres: Postgres): AgentStore {
  return {
    identify: async (sender) => {
      const uuid = storableText(sender.uuid, longest.uuid);
      const [known] = await postgres.lookUp<{ id: number }>(
        'SELECT id FROM agents WHERE location_id = $1 AND uuid = $2',
        [sender.locationId, uuid],
      );
      if (known) return known.id;
      const [made] = await postgres.query<{ id: number }>(
        `INSERT INTO agents (location_id, uuid, software, host) VALUES ($1, $2, $3, $4)
         ON CONFLICT (location_id, uuid) DO UPDATE SET last_seen_at = now() RETURNING id`,
        [
          sender.locationId,
          uuid,
          storableText(sender.software, longest.software),
          storableText(sender.host, longest.host),
        ],
      );
      return made!.id;
    },
    list: async (locationIds) => {
      const rows = await postgres.query<AgentRow>(
        `SELECT a.id, a.location_id, a.uuid, a.software, a.host, a.first_seen_at, a.last_seen_at, r.metadata
         FROM agents a LEFT JOIN agent_runs r ON r.agent_id = a.id AND r.run_id = a.current_run_id
         WHERE a.location_id = ANY ($1) ORDER BY a.location_id, a.id`,
        [locationIds],
      );
      return rows.map(toAgent);
    },
  };
}

function toAgent(row: AgentRow): Agent {
  return {
    id: row.id,
    locationId: row.location_id,
    uuid: row.uuid,
    software: row.software,
    host: row.host,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    metadata: row.metadata,
  };
}

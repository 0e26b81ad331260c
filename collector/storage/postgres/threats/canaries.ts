import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Canary, CanaryPattern, CanaryStore } from '../../../ports/threats/canaries.ts';
import { inTurnOfAccount } from '../accounts/in-turn-of-account.ts';
import type { Postgres } from '../pool.ts';

interface CanaryRow {
  id: string;
  location_id: number;
  patterns: CanaryPattern[];
  created_at: Date;
  ends_at: Date;
}

interface SightingRow {
  canary: string;
  location_id: number;
  agent_id: number | null;
  raised_type: string | null;
  raised_severity: Severity | null;
  count: number;
  first_seen_at: Date;
  last_seen_at: Date;
}

const columns = 'id, location_id, patterns, created_at, ends_at';

/** Creates the store of canaries; their sightings are kept with the threats, as remarks of the type `canary`. */
export function createCanaryStore(postgres: Postgres): CanaryStore {
  return {
    add: (canary, mostAnHour) =>
      inTurnOfAccount(postgres, canary.accountId, async (transaction) => {
        const [row] = await transaction.query<CanaryRow>(
          `INSERT INTO canaries (id, account_id, location_id, patterns, ends_at)
           SELECT $1, $2, $3, $4, $5
           WHERE (SELECT count(*) FROM canaries
             WHERE account_id = $2 AND created_at > now() - interval '1 hour') < $6
           RETURNING ${columns}`,
          [canary.id, canary.accountId, canary.locationId, canary.patterns, canary.endsAt, mostAnHour],
        );
        return row && toCanary(row);
      }),
    list: async (accountId, most) => {
      const rows = await postgres.query<CanaryRow>(
        `SELECT ${columns} FROM canaries WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
        [accountId, most],
      );
      return rows.map(toCanary);
    },
    sightings: async (accountId, canaries) => {
      const rows = await postgres.query<SightingRow>(
        `SELECT t.evidence->>'canary' AS canary, t.location_id, (t.evidence->>'agent_id')::bigint AS agent_id,
           t.evidence->>'raised_type' AS raised_type, t.evidence->>'raised_severity' AS raised_severity, t.count, t.first_seen_at, t.last_seen_at
         FROM threats t JOIN locations l ON l.id = t.location_id
         WHERE l.account_id = $1 AND t.type = 'canary' AND t.evidence->>'canary' = ANY ($2::text[])
         ORDER BY t.location_id, t.first_seen_at, t.id`,
        [accountId, [...canaries]],
      );
      return rows.map((row) => ({
        canary: row.canary,
        locationId: row.location_id,
        agentId: row.agent_id,
        raised:
          row.raised_type === null || row.raised_severity === null
            ? null
            : { type: row.raised_type, severity: row.raised_severity },
        count: row.count,
        firstSeenAt: row.first_seen_at,
        lastSeenAt: row.last_seen_at,
      }));
    },
    inForce: async () => {
      const rows = await postgres.query<{ id: string; location_id: number; ends_at: Date }>(
        `SELECT c.id, c.ends_at, l.id AS location_id
         FROM (SELECT id, account_id, ends_at,
             row_number() OVER (PARTITION BY account_id ORDER BY created_at DESC, id) AS place
           FROM canaries WHERE ends_at > now() - interval '1 day') c
         JOIN locations l ON l.account_id = c.account_id
         WHERE c.place <= 100 AND l.deleted_at IS NULL ORDER BY l.id, c.id`,
      );
      return rows.map((row) => ({ canary: row.id, locationId: row.location_id, endsAt: row.ends_at }));
    },
  };
}

function toCanary(row: CanaryRow): Canary {
  return {
    id: row.id,
    locationId: row.location_id,
    patterns: row.patterns,
    createdAt: row.created_at,
    endsAt: row.ends_at,
  };
}

import type { ThreatChange, ThreatChanges } from '../../../ports/sinks/sinks.ts';
import type { Postgres } from '../pool.ts';
import { type ThreatRow, threatColumns, toThreat } from '../threats/threat-row.ts';

interface ChangeRow extends ThreatRow {
  change_id: number;
  transaction: number;
  change: ThreatChange['change'];
  at: Date;
}

/** Transactions before it have all ended. */
const horizon = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
/** Behind all that any of them noted. */
const last = Number.MAX_SAFE_INTEGER;

export function createThreatChanges(postgres: Postgres): ThreatChanges {
  return {
    after: async ({ major, minor }, most) => {
      const rows = await postgres.query<ChangeRow>(
        `SELECT c.id AS change_id, c.transaction, c.change, c.at, ${threatColumns}
         FROM threat_changes c CROSS JOIN LATERAL jsonb_populate_record(NULL::threats, c.threat) t
         WHERE (c.transaction, c.id) > ($1, $2) AND c.transaction < ${horizon}
         ORDER BY c.transaction, c.id LIMIT $3`,
        [major, minor, most],
      );
      return rows.map((row) => ({
        place: { major: row.transaction, minor: row.change_id },
        id: row.change_id,
        change: row.change,
        at: row.at,
        threat: toThreat(row),
      }));
    },
    end: async () => {
      const [row] = await postgres.query<{ major: number }>(`SELECT ${horizon} - 1 AS major`);
      return { major: row!.major, minor: last };
    },
    forget: (before) =>
      postgres.transaction(async (transaction) => {
        const lost = await transaction.query<{ count: number }>(
          `WITH missed AS (
             SELECT p.sink_id, count(*) FROM sink_places p
             JOIN sinks s ON s.id = p.sink_id AND s.threats
             JOIN threat_changes c ON c.at < $1 AND (c.transaction, c.id) > (p.major, p.minor)
             WHERE p.stream = 'threats' GROUP BY p.sink_id)
           UPDATE sink_places p SET lost = p.lost + missed.count FROM missed
           WHERE p.sink_id = missed.sink_id AND p.stream = 'threats' RETURNING missed.count`,
          [before],
        );
        await transaction.query(
          `DELETE FROM threat_changes c WHERE c.at < $1 OR NOT EXISTS (
             SELECT FROM sinks s LEFT JOIN sink_places p ON p.sink_id = s.id AND p.stream = 'threats'
             WHERE s.threats AND (p.major IS NULL OR (p.major, p.minor) < (c.transaction, c.id)))`,
          [before],
        );
        return lost.reduce((sum, { count }) => sum + count, 0);
      }),
  };
}

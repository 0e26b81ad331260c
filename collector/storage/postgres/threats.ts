import type { ThreatFilter, ThreatStore } from '../../ports/threats/threats.ts';
import { isUniqueViolation } from './pool/errors.ts';
import { repeatable } from './pool/repeatable.ts';
import type { Postgres } from './pool.ts';
import { recordSightings } from './threats/record-sightings.ts';
import { type ThreatRow, threatColumns, toThreat } from './threats/threat-row.ts';

/** An account's threats, those of locations that it has deleted included. */
const owned = 'FROM threats t JOIN locations l ON l.id = t.location_id WHERE l.account_id = $1';

const filtered = `${owned}
  AND ($2::bigint IS NULL OR t.location_id = $2)
  AND ($3::boolean IS NULL OR (t.resolved_at IS NULL) = $3)
  AND ($4::severity IS NULL OR t.severity = $4)`;

export function createThreatStore(postgres: Postgres): ThreatStore {
  return {
    record: (batches) => repeatable(() => recordSightings(postgres, batches)),
    list: async (accountId, filter, page) => {
      const values = [accountId, ...filterValues(filter)];
      const [counted] = await postgres.query<{ count: number }>(`SELECT count(*) ${filtered}`, values);
      const rows = await postgres.query<ThreatRow>(
        `SELECT ${threatColumns} ${filtered} ORDER BY t.id DESC LIMIT $5 OFFSET $6`,
        [...values, page.limit, page.offset],
      );
      return { count: counted!.count, threats: rows.map(toThreat) };
    },
    find: async (accountId, id) => {
      const [row] = await postgres.query<ThreatRow>(`SELECT ${threatColumns} ${owned} AND t.id = $2`, [
        accountId,
        id,
      ]);
      return row && toThreat(row);
    },
    resolve: async (accountId, id, note) => {
      const [row] = await postgres.query<ThreatRow>(
        `UPDATE threats t SET resolved_at = coalesce(t.resolved_at, now()),
           resolution_note = CASE WHEN t.resolved_at IS NULL THEN $3 ELSE t.resolution_note END
         FROM locations l WHERE l.id = t.location_id AND l.account_id = $1 AND t.id = $2
         RETURNING ${threatColumns}`,
        [accountId, id, note],
      );
      return row && toThreat(row);
    },
    reopen: async (accountId, id, note) => {
      try {
        const [row] = await postgres.query<ThreatRow>(
          `UPDATE threats t SET resolved_at = NULL,
             reopened_at = CASE WHEN t.resolved_at IS NULL THEN t.reopened_at ELSE now() END,
             reopening_note = CASE WHEN t.resolved_at IS NULL THEN t.reopening_note ELSE $3 END
           FROM locations l WHERE l.id = t.location_id AND l.account_id = $1 AND t.id = $2
           RETURNING ${threatColumns}`,
          [accountId, id, note],
        );
        return row && toThreat(row);
      } catch (error) {
        if (isUniqueViolation(error, 'threats_open')) return 'seen_again';
        throw error;
      }
    },
  };
}

function filterValues(filter: ThreatFilter): unknown[] {
  return [
    filter.locationId ?? null,
    filter.status === undefined ? null : filter.status === 'open',
    filter.severity ?? null,
  ];
}

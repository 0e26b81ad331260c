import type { ThreatStore } from '../../ports/threats/threats.ts';
import { isUniqueViolation } from './pool/errors.ts';
import { repeatable } from './pool/repeatable.ts';
import type { Postgres } from './pool.ts';
import { recordSightings } from './threats/record-sightings.ts';
import { filtered, filterValues, owned } from './threats/threat-filter.ts';
import { type ThreatRow, threatColumns, toThreat } from './threats/threat-row.ts';

export function createThreatStore(postgres: Postgres): ThreatStore {
  return {
    record: (batches) => repeatable(() => recordSightings(postgres, batches)),
    list: async (accountId, filter, page) => {
      const values = filterValues(accountId, filter);
      const [counted] = await postgres.query<{ count: number }>(`SELECT count(*) ${filtered}`, values);
      const rows = await postgres.query<ThreatRow>(
        `SELECT ${threatColumns} ${filtered} ORDER BY t.id DESC LIMIT $15 OFFSET $16`,
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

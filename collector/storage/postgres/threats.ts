import type { OpenThreats, ThreatStore } from '../../ports/threats/threats.ts';
import { isUniqueViolation } from './pool/errors.ts';
import { repeatable } from './pool/repeatable.ts';
import type { Postgres } from './pool.ts';
import { enqueueReopenings, enqueueResolutions } from './threats/enqueue-notifications.ts';
import { recordSightings } from './threats/record-sightings.ts';
import { filtered, filterValues, owned } from './threats/threat-filter.ts';
import { type ThreatRow, threatColumns, toThreat } from './threats/threat-row.ts';

export function createThreatStore(postgres: Postgres): ThreatStore {
  const find = async (accountId: number, id: number) => {
    const [row] = await postgres.query<ThreatRow>(`SELECT ${threatColumns} ${owned} AND t.id = $2`, [
      accountId,
      id,
    ]);
    return row && toThreat(row);
  };
  return {
    record: (batches) => repeatable(() => recordSightings(postgres, batches)),
    list: async (accountId, filter, page) => {
      const values = filterValues(accountId, filter);
      const [counted] = await postgres.query<{ count: number }>(`SELECT count(*) ${filtered}`, values);
      const rows = await postgres.query<ThreatRow>(
        `SELECT ${threatColumns} ${filtered} ORDER BY t.id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
        [...values, page.limit, page.offset],
      );
      return { count: counted!.count, threats: rows.map(toThreat) };
    },
    find,
    countOpen: () =>
      postgres.query<OpenThreats>(
        `SELECT severity::text AS severity, type, count(*) AS count FROM threats WHERE resolved_at IS NULL
         GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2`,
      ),
    resolve: async (accountId, id, note) => {
      const [row] = await postgres.query<ThreatRow>(
        `WITH resolved AS (
           UPDATE threats t SET resolved_at = now(), resolution_note = $3
           FROM locations l WHERE l.id = t.location_id AND l.account_id = $1 AND t.id = $2 AND t.resolved_at IS NULL
           RETURNING ${threatColumns}),
         ${enqueueResolutions}
         SELECT ${threatColumns} FROM resolved t`,
        [accountId, id, note],
      );
      return row === undefined ? find(accountId, id) : toThreat(row);
    },
    reopen: async (accountId, id, note) => {
      try {
        const [row] = await postgres.query<ThreatRow>(
          `WITH reopened AS (
             UPDATE threats t SET resolved_at = NULL, reopened_at = now(), reopening_note = $3
             FROM locations l
             WHERE l.id = t.location_id AND l.account_id = $1 AND t.id = $2 AND t.resolved_at IS NOT NULL
             RETURNING ${threatColumns}),
           ${enqueueReopenings}
           SELECT ${threatColumns} FROM reopened t`,
          [accountId, id, note],
        );
        return row === undefined ? await find(accountId, id) : toThreat(row);
      } catch (error) {
        if (isUniqueViolation(error, 'threats_open')) return 'seen_again';
        throw error;
      }
    },
  };
}

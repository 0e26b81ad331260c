import type { CaseFilter, CaseStore } from '../../../ports/threats/cases.ts';
import { repeatable } from '../pool/repeatable.ts';
import type { Postgres } from '../pool.ts';
import { type CaseRow, caseColumns, summed, toCase } from './case-row.ts';
import { enqueueResolutions } from './enqueue-notifications.ts';
import { seenAt } from './threat-filter.ts';
import { type ThreatRow, threatColumns, toThreat } from './threat-row.ts';

const owned = `FROM ${summed} JOIN locations l ON l.id = c.location_id WHERE l.account_id = $1`;

/** Open cases are few among all: by the index of open threats their ids are found without the sums of the others. */
const filtered = `${owned}
  AND ($2::bigint IS NULL OR c.location_id = $2)
  AND ($3::boolean IS NULL OR EXISTS (
    SELECT FROM threats t WHERE t.case_id = c.id AND t.resolved_at IS NULL) = $3)
  AND ($4::severity IS NULL OR w.severity = $4)
  AND ($5::text IS NULL OR c.id IN (SELECT t.case_id FROM threats t WHERE ${seenAt('$5')}))
  AND ($6::text IS NULL OR c.cause = $6 OR EXISTS (SELECT FROM threats t WHERE t.case_id = c.id AND t.subject = $6))
  AND ($7::timestamptz IS NULL OR s.last_seen_at >= $7)
  AND ($8::timestamptz IS NULL OR s.last_seen_at < $8)`;

/** Creates the store that tells of cases. */
export function createCaseStore(postgres: Postgres): CaseStore {
  const find = async (accountId: number, id: number) => {
    const [row] = await postgres.query<CaseRow>(`SELECT ${caseColumns} ${owned} AND c.id = $2`, [
      accountId,
      id,
    ]);
    return row && toCase(row);
  };
  return {
    list: async (accountId, filter, page) => {
      const values = valuesOf(accountId, filter);
      const [counted] = await postgres.query<{ count: number }>(`SELECT count(*) ${filtered}`, values);
      const rows = await postgres.query<CaseRow>(
        `SELECT ${caseColumns} ${filtered} ORDER BY c.id DESC LIMIT $9 OFFSET $10`,
        [...values, page.limit, page.offset],
      );
      return { count: counted!.count, cases: rows.map(toCase) };
    },
    find: async (accountId, id) => {
      const found = await find(accountId, id);
      if (found === undefined) return undefined;
      const rows = await postgres.query<ThreatRow>(
        `SELECT ${threatColumns} FROM threats t WHERE t.case_id = $1 ORDER BY t.first_seen_at, t.id`,
        [id],
      );
      return { found, threats: rows.map(toThreat) };
    },
    resolve: async (accountId, id, note) => {
      await repeatable(() =>
        postgres.query(
          `WITH resolved AS (
             UPDATE threats t SET resolved_at = now(), resolution_note = $3
             FROM cases c JOIN locations l ON l.id = c.location_id
             WHERE t.case_id = c.id AND c.id = $2 AND l.account_id = $1 AND t.resolved_at IS NULL
             RETURNING t.id AS id, t.severity),
           ${enqueueResolutions}
           SELECT count(*) FROM resolved`,
          [accountId, id, note],
        ),
      );
      return find(accountId, id);
    },
  };
}

function valuesOf(accountId: number, filter: CaseFilter): unknown[] {
  return [
    accountId,
    filter.locationId ?? null,
    filter.status === undefined ? null : filter.status === 'open',
    filter.severity ?? null,
    filter.clientAddress ?? null,
    filter.subject ?? null,
    filter.lastSeen?.from ?? null,
    filter.lastSeen?.to ?? null,
  ];
}

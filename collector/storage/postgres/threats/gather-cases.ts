import type { CaseGathering, ChangedCase, GatheredThreat, OpenCase } from '../../../ports/threats/cases.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { type CaseRow, caseColumns, summed, toCase } from './case-row.ts';
import { type ThreatRow, threatColumns, toThreat } from './threat-row.ts';

/** An arbitrary number that all collectors agree on. */
const lock = 7_366_633;
/** Open cases of the locations concerned that are looked at, the newest. */
const mostCases = 1_000;
/** Open cases that remarks are looked for, the newest, and remarks that join at once. */
const mostFollowed = 500;
const mostRemarks = 500;

/** Creates the gathering of cases, done by one collector at a time. */
export function createCaseGathering(postgres: Postgres): CaseGathering {
  return {
    gather: (gather, most) =>
      postgres.transaction(async (transaction) => {
        await transaction.query('SELECT pg_advisory_xact_lock($1)', [lock]);
        // What somebody is changing is taken another time: who waits for rows here could be waited for.
        const rows = await transaction.query<ThreatRow>(
          `SELECT ${threatColumns} FROM threats t
           WHERE t.case_id IS NULL AND t.resolved_at IS NULL AND t.severity > 'info' AND t.type <> 'canary'
           ORDER BY t.id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
          [most],
        );
        let before: ReadonlyMap<number, CaseRow['severity']> = new Map();
        let touched: number[] = [];
        if (rows.length > 0) {
          const threats = rows.map(toThreat);
          const open = await openCases(transaction, [
            ...new Set(threats.map(({ locationId }) => locationId)),
          ]);
          const { joined, begun } = gather(threats, open);
          before = await severities(
            transaction,
            joined.map(({ caseId }) => caseId),
          );
          const placed = joined.flatMap(({ caseId, threatIds }) =>
            threatIds.map((id) => [id, caseId] as const),
          );
          for (const { locationId, clientAddress, cause, threatIds } of begun) {
            const [added] = await transaction.query<{ id: number }>(
              'INSERT INTO cases (location_id, client_address, cause) VALUES ($1, $2, $3) RETURNING id',
              [locationId, clientAddress, cause],
            );
            placed.push(...threatIds.map((id) => [id, added!.id] as const));
          }
          await transaction.query(
            `UPDATE threats t SET case_id = p.case_id FROM unnest($1::bigint[], $2::bigint[]) AS p (id, case_id)
             WHERE t.id = p.id`,
            [placed.map(([id]) => id), placed.map(([, caseId]) => caseId)],
          );
          touched = [...new Set(placed.map(([, caseId]) => caseId))];
        }
        await joinRemarks(transaction);
        const after = await transaction.query<CaseRow>(
          `SELECT ${caseColumns} FROM ${summed} WHERE c.id = ANY ($1) ORDER BY c.id`,
          [touched],
        );
        const changed = after.map(toCase).flatMap((one): ChangedCase[] => {
          const was = before.get(one.id);
          if (was === undefined) return [{ change: 'opened', case: one }];
          return ranks.indexOf(one.severity) > ranks.indexOf(was) ? [{ change: 'worsened', case: one }] : [];
        });
        return { changed, done: rows.length < most };
      }),
  };
}

const ranks = ['info', 'low', 'medium', 'high', 'critical'] as const;

async function severities(
  transaction: Queryable,
  ids: readonly number[],
): Promise<Map<number, CaseRow['severity']>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction.query<Pick<CaseRow, 'id' | 'severity'>>(
    `SELECT c.id, w.severity FROM ${summed} WHERE c.id = ANY ($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, severity }) => [id, severity]));
}

/** What gathering asks of a threat in a case: its evidence may be long, and is left where it is. */
const gatheredColumns = `t.id, t.location_id AS "locationId", t.type, t.subject, t.client_address AS "clientAddress",
  t.query_name AS "queryName", t.source, t.first_seen_at AS "firstSeenAt", t.last_seen_at AS "lastSeenAt"`;

interface PlacedRow extends GatheredThreat {
  readonly case_id: number;
  readonly lead: string;
  readonly cause: string;
}

async function openCases(transaction: Queryable, locationIds: readonly number[]): Promise<OpenCase[]> {
  const rows = await transaction.query<PlacedRow>(
    `SELECT ${gatheredColumns}, t.case_id, c.client_address AS lead, c.cause FROM (
       SELECT DISTINCT o.case_id FROM threats o
       WHERE o.location_id = ANY ($1) AND o.resolved_at IS NULL AND o.case_id IS NOT NULL
       ORDER BY o.case_id DESC LIMIT $2) AS open
     JOIN cases c ON c.id = open.case_id JOIN threats t ON t.case_id = c.id ORDER BY c.id, t.first_seen_at, t.id`,
    [locationIds, mostCases],
  );
  const cases = new Map<number, OpenCase & { threats: GatheredThreat[] }>();
  for (const { case_id: id, lead: clientAddress, cause, ...threat } of rows) {
    let known = cases.get(id);
    if (known === undefined) {
      known = { id, locationId: threat.locationId, clientAddress, cause, threats: [] };
      cases.set(id, known);
    }
    known.threats.push(threat);
  }
  return [...cases.values()];
}

/** Has remarks about a case's first client join it if they are of the hour before it, of its time, or the hour after. */
async function joinRemarks(transaction: Queryable): Promise<void> {
  await transaction.query(
    `WITH open AS (
       SELECT c.id, c.location_id, c.client_address, min(t.first_seen_at) - interval '1 hour' AS since,
         max(t.last_seen_at) + interval '1 hour' AS until
       FROM (SELECT DISTINCT o.case_id FROM threats o WHERE o.case_id IS NOT NULL AND o.resolved_at IS NULL
         ORDER BY o.case_id DESC LIMIT $1) AS newest
       JOIN cases c ON c.id = newest.case_id JOIN threats t ON t.case_id = c.id AND t.severity > 'info'
       WHERE c.client_address <> '' GROUP BY c.id HAVING count(*) < 100),
     remarks AS (
       SELECT DISTINCT ON (t.id) t.id, open.id AS case_id FROM open
       JOIN threats t ON t.location_id = open.location_id AND t.client_address = open.client_address
       WHERE t.case_id IS NULL AND t.resolved_at IS NULL AND t.severity = 'info' AND t.type <> 'canary'
         AND t.last_seen_at >= open.since AND t.first_seen_at <= open.until
       ORDER BY t.id, open.id LIMIT $2),
     free AS (
       SELECT t.id, r.case_id FROM threats t JOIN remarks r USING (id) FOR NO KEY UPDATE OF t SKIP LOCKED)
     UPDATE threats t SET case_id = free.case_id FROM free WHERE t.id = free.id`,
    [mostFollowed, mostRemarks],
  );
}

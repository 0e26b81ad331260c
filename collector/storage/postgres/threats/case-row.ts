import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Case } from '../../../ports/threats/cases.ts';

/** A case row is a case as the database tells it. */
export interface CaseRow {
  id: number;
  location_id: number;
  client_address: string;
  cause: string;
  opened_at: Date;
  severity: Severity;
  clients: string[];
  types: string[];
  threats: number;
  open_threats: number;
  queries: number;
  first_seen_at: Date;
  last_seen_at: Date;
  resolved_at: Date | null;
}

/** Three threats of different kinds weigh as much as one that is a step more severe. */
const weight = `CASE t.severity WHEN 'critical' THEN 27 WHEN 'high' THEN 9 WHEN 'medium' THEN 3 WHEN 'low' THEN 1 ELSE 0 END`;

/** The clause has the cases `c`, each with the sum `s` of its threats. */
export const summed = `cases c
CROSS JOIN LATERAL (
  SELECT min(t.first_seen_at) AS first_seen_at, max(t.last_seen_at) AS last_seen_at, count(*) AS threats,
    count(*) FILTER (WHERE t.resolved_at IS NULL) AS open_threats, sum(t.count)::bigint AS queries,
    ARRAY(SELECT DISTINCT client FROM threats o, unnest(o.clients || o.client_address) AS client
      WHERE o.case_id = c.id AND client <> '' ORDER BY client) AS clients,
    array_agg(DISTINCT t.type ORDER BY t.type) AS types,
    CASE WHEN bool_and(t.resolved_at IS NOT NULL) THEN max(t.resolved_at) END AS resolved_at
  FROM threats t WHERE t.case_id = c.id HAVING count(*) > 0) s
CROSS JOIN LATERAL (
  SELECT (CASE WHEN sum(worst) >= 27 THEN 'critical' WHEN sum(worst) >= 9 THEN 'high' WHEN sum(worst) >= 3 THEN 'medium'
    WHEN sum(worst) >= 1 THEN 'low' ELSE 'info' END)::severity AS severity
  FROM (SELECT max(${weight}) AS worst FROM threats t
    WHERE t.case_id = c.id AND (s.open_threats = 0 OR t.resolved_at IS NULL) GROUP BY t.type) AS kinds) w`;

/** The columns of a case are columns of `summed`. */
export const caseColumns = `c.id, c.location_id, c.client_address, c.cause, c.opened_at, w.severity, s.*`;

export function toCase(row: CaseRow): Case {
  return {
    id: row.id,
    locationId: row.location_id,
    status: row.open_threats > 0 ? 'open' : 'resolved',
    severity: row.severity,
    clientAddress: row.client_address,
    cause: row.cause,
    clients: row.clients,
    types: row.types,
    threats: row.threats,
    openThreats: row.open_threats,
    queries: row.queries,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    openedAt: row.opened_at,
    resolvedAt: row.resolved_at,
  };
}

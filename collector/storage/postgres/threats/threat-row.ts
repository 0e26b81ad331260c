import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Threat } from '../../../ports/threats/threats.ts';

/** A threat row is a threat as the database tells it. */
export interface ThreatRow {
  id: number;
  location_id: number;
  type: string;
  subject: string;
  severity: Severity;
  client_address: string;
  clients: string[];
  query_name: string;
  source: string;
  message: string;
  count: number;
  first_seen_at: Date;
  last_seen_at: Date;
  resolved_at: Date | null;
  resolution_note: string | null;
  owner: string | null;
  reopened_at: Date | null;
  reopening_note: string | null;
  technique: string | null;
  evidence: NonNullable<Threat['evidence']> | null;
  case_id: number | null;
}

/** The columns of a threat are columns of a table named t. */
export const threatColumns =
  't.id, t.location_id, t.type, t.subject, t.severity, t.client_address, t.clients, t.query_name, t.source, t.message, t.count, t.first_seen_at, t.last_seen_at, t.resolved_at, t.resolution_note, t.owner, t.reopened_at, t.reopening_note, t.technique, t.evidence, t.case_id';

export function toThreat(row: ThreatRow): Threat {
  return {
    id: row.id,
    locationId: row.location_id,
    type: row.type,
    severity: row.severity,
    status: row.resolved_at === null ? 'open' : 'resolved',
    subject: row.subject,
    clientAddress: row.client_address,
    ...(row.clients.length > 1 && { clients: [...new Set([...row.clients, row.client_address])].sort() }),
    queryName: row.query_name,
    source: row.source,
    message: row.message,
    count: row.count,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    resolvedAt: row.resolved_at,
    resolutionNote: row.resolution_note,
    ...(row.owner !== null && { owner: row.owner }),
    ...(row.reopened_at !== null && { reopenedAt: row.reopened_at }),
    ...(row.reopening_note !== null && { reopeningNote: row.reopening_note }),
    ...(row.technique !== null && { technique: row.technique }),
    ...(row.evidence !== null && { evidence: row.evidence }),
    ...(row.case_id !== null && { caseId: row.case_id }),
  };
}

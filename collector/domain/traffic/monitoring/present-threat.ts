import type { threatSchema } from '@sonde/shared/schemas/threat.ts';
import type { z } from 'zod';
import type { Threat } from '../../../ports/threats/threats.ts';

/** Presents a threat as the API shows it. */
export function presentThreat(threat: Threat): z.input<typeof threatSchema> {
  return {
    id: threat.id,
    location_id: threat.locationId,
    threat_type: threat.type,
    severity: threat.severity,
    status: threat.status,
    subject: threat.subject,
    client_ip: threat.clientAddress,
    clients: [...(threat.clients ?? [threat.clientAddress].filter((client) => client !== ''))],
    query_name: threat.queryName,
    source: threat.source,
    message: threat.message,
    count: threat.count,
    first_seen: threat.firstSeenAt.toISOString(),
    last_seen: threat.lastSeenAt.toISOString(),
    resolved_at: threat.resolvedAt?.toISOString() ?? null,
    resolution_note: threat.resolutionNote,
    owner: threat.owner ?? null,
    reopened_at: threat.reopenedAt?.toISOString() ?? null,
    reopening_note: threat.reopeningNote ?? null,
    case_id: threat.caseId ?? null,
    technique: threat.technique ?? null,
    evidence: threat.evidence ?? null,
  };
}

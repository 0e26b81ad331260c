import type { caseSchema } from '@sonde/shared/schemas/case.ts';
import type { z } from 'zod';
import type { Case } from '../../../ports/threats/cases.ts';
import { caseTitle } from '../../detection/cases/case-title.ts';

/** Presents a case as the API shows it. */
export function presentCase(one: Case): z.input<typeof caseSchema> {
  return {
    id: one.id,
    location_id: one.locationId,
    title: caseTitle(one),
    status: one.status,
    severity: one.severity,
    client_ip: one.clientAddress === '' ? null : one.clientAddress,
    cause: one.cause === '' ? null : one.cause,
    clients: [...one.clients],
    threat_types: [...one.types],
    threat_count: one.threats,
    open_threat_count: one.openThreats,
    query_count: one.queries,
    first_seen: one.firstSeenAt.toISOString(),
    last_seen: one.lastSeenAt.toISOString(),
    opened_at: one.openedAt.toISOString(),
    resolved_at: one.resolvedAt?.toISOString() ?? null,
  };
}

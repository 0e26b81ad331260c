import { presentRow } from '@sonde/shared/batch/present-row.ts';
import type { storedQuerySchema } from '@sonde/shared/schemas/stored-query.ts';
import type { z } from 'zod';
import type { StoredQuery } from '../../../ports/traffic/query-search.ts';

/** Presents a stored query as the API shows it. */
export function presentQuery(query: StoredQuery): z.input<typeof storedQuerySchema> {
  return { ...presentRow(query), location_id: query.locationId, agent_id: query.agentId };
}

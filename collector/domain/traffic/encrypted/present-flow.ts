import { presentFlow as presentUnplaced } from '@sonde/shared/batch/present-flow.ts';
import type { encryptedConnectionSchema } from '@sonde/shared/schemas/encrypted-connection.ts';
import type { z } from 'zod';
import type { SeenFlow } from '../../../ports/traffic/encrypted-flows.ts';

/** Presents a flow as the API does. */
export function presentFlow({
  locationId,
  agentId,
  flow,
}: SeenFlow): z.output<typeof encryptedConnectionSchema> {
  return { ...presentUnplaced(flow), location_id: locationId, agent_id: agentId };
}

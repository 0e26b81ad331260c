import type { DetectionChanges } from '@sonde/client/api-types.generated.ts';
import { api } from './api.ts';

/**
 * Changes the detection settings of a location. The change is made to what is set at that moment, so that what somebody else
 * has set since the page was opened stays.
 */
export async function changeDetection(
  locationId: number,
  change: (changes: DetectionChanges) => DetectionChanges,
): Promise<void> {
  const params = { id: locationId };
  const { changes } = await api.call('GET /api/v1/dns-monitoring/locations/{id}/detection', { params });
  await api.call('PUT /api/v1/dns-monitoring/locations/{id}/detection', {
    params,
    body: { changes: change(changes) },
  });
}

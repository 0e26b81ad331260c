import { signal } from '@preact/signals';
import type { Location } from '@sonde/client/api-types.generated.ts';
import { api } from './api.ts';

/** The locations are the account's locations, up to a thousand; empty until they are known. */
export const locations = signal<readonly Location[]>([]);

/** Reads them again, after a change or at the beginning. Where that fails, pages show locations by their number. */
export async function readLocations(): Promise<void> {
  try {
    const answer = await api.call('GET /api/v1/dns-monitoring/locations', { query: { limit: 1_000 } });
    locations.value = answer.locations;
  } catch {
    // The pages' own questions tell what is wrong.
  }
}

export function locationName(id: number): string {
  return locations.value.find((location) => location.id === id)?.location_name ?? `#${id}`;
}

import type { Location, LocationStore } from '../../../ports/ingest/locations.ts';
import { mostLocations } from './create-location.ts';
import { requireLocation } from './require-location.ts';

/** Locations asked for at a time. */
const pageSize = 1_000;

/** Finds the location that is asked for, or all of the account's. Throws NotFound for one that is not the account's. */
export async function scopedLocations(
  accountId: number,
  locationId: number | undefined,
  ports: { readonly locations: Pick<LocationStore, 'find' | 'list'> },
): Promise<Location[]> {
  if (locationId !== undefined) return [await requireLocation(accountId, locationId, ports)];
  const all: Location[] = [];
  for (;;) {
    const { count, locations } = await ports.locations.list(accountId, {
      limit: pageSize,
      offset: all.length,
    });
    all.push(...locations);
    if (locations.length === 0 || all.length >= Math.min(count, mostLocations)) return all;
  }
}

/** Finds the ids of these locations. */
export async function scopedLocationIds(
  accountId: number,
  locationId: number | undefined,
  ports: { readonly locations: Pick<LocationStore, 'find' | 'list'> },
): Promise<number[]> {
  return (await scopedLocations(accountId, locationId, ports)).map((location) => location.id);
}

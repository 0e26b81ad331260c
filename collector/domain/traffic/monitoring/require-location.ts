import { NotFound } from '@sonde/shared/errors.ts';
import type { Location, LocationStore } from '../../../ports/ingest/locations.ts';

/** Finds the account's location of an id. Throws NotFound, also if it is somebody else's. */
export async function requireLocation(
  accountId: number,
  locationId: number,
  ports: { readonly locations: Pick<LocationStore, 'find'> },
): Promise<Location> {
  const location = await ports.locations.find(accountId, locationId);
  if (location === undefined) throw new NotFound('location');
  return location;
}

import type { Location, LocationStore, NewLocation } from '../../ports/ingest/locations.ts';
import type { Random } from '../../ports/system/random.ts';
import { makeKey } from '../access/api-key.ts';

export interface CreateLocationPorts {
  readonly locations: Pick<LocationStore, 'create'>;
  readonly random: Random;
}

/** Makes a location and its first key. The key is known here for the last time: only its hash is stored. */
export async function createLocation(
  location: NewLocation,
  ports: CreateLocationPorts,
): Promise<{ location: Location; key: string }> {
  const { key, prefix, hash } = makeKey('location', ports.random);
  return { location: await ports.locations.create(location, { prefix, hash }), key };
}

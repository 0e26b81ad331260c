import { Conflict } from '@sonde/shared/errors.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { Location, LocationStore, NewLocation } from '../../../ports/ingest/locations.ts';
import { makeKey } from '../../people/access/api-key.ts';

/** An account may have at most this many locations at once. */
export const mostLocations = 10_000;

export interface CreateLocationPorts {
  readonly locations: Pick<LocationStore, 'createWithin'>;
  readonly random: Random;
}

/** Makes a location and its first key. The key is known here for the last time: only its hash is stored. Throws a Conflict. */
export async function createLocation(
  location: NewLocation,
  ports: CreateLocationPorts,
): Promise<{ location: Location; key: string }> {
  const { key, prefix, hash } = makeKey('location', ports.random);
  const made = await ports.locations.createWithin(location, { prefix, hash }, mostLocations);
  if (made === undefined) {
    throw new Conflict(`An account may have at most ${mostLocations} locations: delete one first.`);
  }
  return { location: made, key };
}

import { storedName } from '../dns/names.ts';
import { nameBytes } from './rpz-owner.ts';

/** The zone times are the times in the SOA record of a policy zone, in seconds. */
export interface ZoneTimes {
  /**
   * The time for which clients and resolvers may keep an answer that came from the policy; so long a roll-back takes to
   * reach them.
   */
  readonly ttl: number;
  /** The interval at which a resolver asks by itself, should a NOTIFY get lost. */
  readonly refresh: number;
  readonly retry: number;
  /** The time for which a resolver goes on with its copy when we are gone. */
  readonly expire: number;
}

export const defaultZoneTimes: ZoneTimes = { ttl: 30, refresh: 30, retry: 5, expire: 28 * 86_400 };

/** The zone server is the server that the zone names as its own; nobody asks it. */
export const zoneServer = 'localhost';
export const zoneContact = 'hostmaster.localhost';

/** Reads the zone's name in stored form. Throws a RangeError if it is none, or leaves no room for triggers. */
export function zoneName(text: string): string {
  const name = storedName(text);
  if (name === undefined || name === '.' || nameBytes(name) > 100) {
    throw new RangeError(`not the name of a policy zone: ${text.slice(0, 64)}`);
  }
  return name;
}

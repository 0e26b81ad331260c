import type { DomainHash } from '../names/domain-hash.ts';
import { RecentTable } from './recent-table.ts';

/**
 * A located map is a RecentMap by location and the hash of a name, a domain or a client, which keeps none of their
 * texts.
 */
export class LocatedMap<Value> {
  readonly #table: RecentTable<Value>;

  /** It holds at most twice `capacity` entries, of all locations together. */
  constructor(capacity: number) {
    this.#table = new RecentTable(capacity);
  }

  /** Entries that were dropped for want of room, so far. */
  get forgotten(): number {
    return this.#table.forgotten;
  }

  get(locationId: number, hash: DomainHash): Value | undefined {
    return this.#table.get(lowOf(locationId, hash.low), highOf(locationId, hash.high));
  }

  getOrCreate(locationId: number, hash: DomainHash, create: () => Value): Value {
    return this.get(locationId, hash) ?? this.add(locationId, hash, create());
  }

  /** Adds what `get` did not find. In a detector's way of ordinary rows that is cheaper than a function that makes it. */
  add(locationId: number, hash: DomainHash, value: Value): Value {
    return this.#table.add(lowOf(locationId, hash.low), highOf(locationId, hash.high), value);
  }

  /** Gets the value of two things together, a client and a domain. */
  getOfBoth(locationId: number, one: DomainHash, other: DomainHash): Value | undefined {
    return this.#table.get(lowOf(locationId, bothLow(one, other)), highOf(locationId, bothHigh(one, other)));
  }

  addOfBoth(locationId: number, one: DomainHash, other: DomainHash, value: Value): Value {
    return this.#table.add(
      lowOf(locationId, bothLow(one, other)),
      highOf(locationId, bothHigh(one, other)),
      value,
    );
  }
}

function lowOf(locationId: number, low: number): number {
  return low ^ Math.imul(locationId, 0x9e37_79b1);
}

function highOf(locationId: number, high: number): number {
  return high ^ Math.imul(locationId, 0x85eb_ca6b);
}

function bothLow(one: DomainHash, other: DomainHash): number {
  const mixed = Math.imul(one.low, 0x85eb_ca6b) ^ other.low;
  return mixed ^ (mixed >>> 15);
}

function bothHigh(one: DomainHash, other: DomainHash): number {
  return Math.imul(one.high, 0x5bd1_e995) ^ other.high;
}

import type { DomainHash } from '../names/domain-hash.ts';
import { HashedTable } from './hashed-table.ts';

/**
 * A RecentMap by location and the hash of a name, a domain or a client, which keeps none of their texts. What was looked
 * up last is at hand, since rows about one name come one after the other: its A and its AAAA.
 */
export class LocatedMap<Value> {
  readonly #capacity: number;
  #young = new HashedTable<Value>();
  #old = new HashedTable<Value>();
  #lastLow = 0;
  #lastHigh = 0;
  #lastValue: Value | undefined;

  /** It holds at most twice `capacity` entries, of all locations together. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(locationId: number, hash: DomainHash): Value | undefined {
    const low = lowOf(locationId, hash);
    const high = highOf(locationId, hash);
    if (low === this.#lastLow && high === this.#lastHigh) return this.#lastValue;
    const value = this.#young.get(low, high) ?? this.#revived(low, high);
    this.#lastLow = low;
    this.#lastHigh = high;
    this.#lastValue = value;
    return value;
  }

  getOrCreate(locationId: number, hash: DomainHash, create: () => Value): Value {
    const known = this.get(locationId, hash);
    if (known !== undefined) return known;
    return this.add(locationId, hash, create());
  }

  /** Adds what `get` did not find. In a detector's way of ordinary rows that is cheaper than a function that makes it. */
  add(locationId: number, hash: DomainHash, value: Value): Value {
    this.#add(lowOf(locationId, hash), highOf(locationId, hash), value);
    return value;
  }

  #revived(low: number, high: number): Value | undefined {
    const old = this.#old.get(low, high);
    if (old !== undefined) this.#add(low, high, old);
    return old;
  }

  #add(low: number, high: number, value: Value): void {
    if (this.#young.count >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new HashedTable();
    }
    this.#young.add(low, high, value);
    this.#lastLow = low;
    this.#lastHigh = high;
    this.#lastValue = value;
  }
}

function lowOf(locationId: number, { low }: DomainHash): number {
  return low ^ Math.imul(locationId, 0x9e37_79b1);
}

/** Never 0, which marks an empty slot. */
function highOf(locationId: number, { high }: DomainHash): number {
  return (high ^ Math.imul(locationId, 0x85eb_ca6b)) | 1;
}

type Generation<Value> = Map<number, Map<string, Value>>;

/**
 * A RecentMap by location and name that makes no key of the two: joining texts and hashing the result would cost more
 * than all else that a detector does with an ordinary row. What was looked up last is at hand, since rows about one name
 * come one after the other: its A and its AAAA.
 */
export class LocatedMap<Value> {
  readonly #capacity: number;
  #young: Generation<Value> = new Map();
  #old: Generation<Value> = new Map();
  #youngCount = 0;
  #locationId = -1;
  #youngHere: Map<string, Value> = new Map();
  #oldHere: Map<string, Value> | undefined;
  #lastName: string | undefined;
  #lastValue: Value | undefined;

  /** It holds at most twice `capacity` entries, of all locations together. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(locationId: number, name: string): Value | undefined {
    if (locationId !== this.#locationId) this.#turnTo(locationId);
    else if (name === this.#lastName) return this.#lastValue;
    const value = this.#youngHere.get(name) ?? this.#revived(locationId, name);
    this.#lastName = name;
    this.#lastValue = value;
    return value;
  }

  getOrCreate(locationId: number, name: string, create: () => Value): Value {
    const known = this.get(locationId, name);
    if (known !== undefined) return known;
    return this.add(locationId, name, create());
  }

  /** Adds what `get` did not find. In a detector's way of ordinary rows that is cheaper than a function that makes it. */
  add(locationId: number, name: string, value: Value): Value {
    if (locationId !== this.#locationId) this.#turnTo(locationId);
    this.#add(locationId, name, value);
    return value;
  }

  #revived(locationId: number, name: string): Value | undefined {
    const old = this.#oldHere?.get(name);
    if (old === undefined) return undefined;
    this.#oldHere!.delete(name);
    this.#add(locationId, name, old);
    return old;
  }

  #add(locationId: number, name: string, value: Value): void {
    if (this.#youngCount >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngCount = 0;
      this.#turnTo(locationId);
    }
    this.#youngHere.set(name, value);
    this.#youngCount++;
    this.#lastName = name;
    this.#lastValue = value;
  }

  #turnTo(locationId: number): void {
    this.#locationId = locationId;
    this.#lastName = undefined;
    let here = this.#young.get(locationId);
    if (here === undefined) {
      here = new Map();
      this.#young.set(locationId, here);
    }
    this.#youngHere = here;
    this.#oldHere = this.#old.get(locationId);
  }
}

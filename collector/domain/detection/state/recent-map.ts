/**
 * A recent map has a bounded size and forgets what has not been asked for lately: two generations, the older of which
 * is dropped whole when the younger is full. It holds at most twice `capacity` entries and needs no bookkeeping by
 * entry.
 */
export class RecentMap<Key, Value> {
  readonly #capacity: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #forgotten = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Entries that were dropped for want of room, so far. */
  get forgotten(): number {
    return this.#forgotten;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#capacity && !this.#young.has(key)) {
      this.#forgotten += this.#old.size;
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    this.#old.delete(key);
  }

  getOrCreate(key: Key, create: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = create();
    this.set(key, value);
    return value;
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}

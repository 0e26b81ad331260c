/**
 * An expiring cache holds so many entries at most, each for its time; the one that was not used for longest goes first.
 */
export class ExpiringCache<Value> {
  readonly #entries = new Map<string, { value: Value; until: number }>();
  readonly #clock: { now(): number };
  readonly #maxEntries: number;

  /** `clock`: milliseconds. */
  constructor(maxEntries: number, clock: { now(): number }) {
    this.#maxEntries = maxEntries;
    this.#clock = clock;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until <= this.#clock.now()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, milliseconds: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: this.#clock.now() + milliseconds });
    if (this.#entries.size <= this.#maxEntries) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest!);
  }
}

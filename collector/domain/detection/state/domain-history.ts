import type { DomainHash } from '../names/domain-hash.ts';

const day = 86_400;
/** Domains remembered by default, of all locations together. */
const defaultCapacity = 2_000_000;

/**
 * A domain history knows when each location first and last saw each registrable domain: the memory behind "newly
 * observed". A table of fixed growth that knows names by 64 bits of hash; the domains not seen for longest make room
 * when it is full.
 */
export class DomainHistory {
  readonly #capacity: number;
  /** Hash, second hash, first day, last day: four words a slot. */
  #table = new Uint32Array(4 * 1_024);
  #count = 0;
  /** The first day on which a location was watched. */
  readonly #watchedSince = new Map<number, number>();

  constructor(capacity = defaultCapacity) {
    this.#capacity = capacity;
  }

  get bytes(): number {
    return this.#table.byteLength;
  }

  /** Notes a domain; times are Unix seconds. True if it is new: never seen there, or not for `forgetDays`. */
  note(locationId: number, domain: DomainHash, at: number, forgetDays: number): boolean {
    const today = Math.floor(at / day);
    if (today < (this.#watchedSince.get(locationId) ?? Number.POSITIVE_INFINITY))
      this.#watchedSince.set(locationId, today);
    const slot = this.#slot(locationId, domain);
    const isKnown = this.#table[slot + 3] !== 0;
    const isNew = !isKnown || today - this.#table[slot + 3]! > forgetDays;
    if (!isKnown) this.#count++;
    if (isNew) this.#table[slot + 2] = today;
    if (today > this.#table[slot + 3]!) this.#table[slot + 3] = today;
    if (this.#count * 2 > this.#table.length / 4) this.#rebuild(today);
    return isNew;
  }

  /** Seconds since the domain was first seen there, counted from the start of that day; 0 if it is unknown. */
  knownSeconds(locationId: number, domain: DomainHash, at: number): number {
    const first = this.#table[this.#slot(locationId, domain) + 2]!;
    return first === 0 ? 0 : Math.max(0, at - first * day);
  }

  /** Tells whether the domain was first seen there a week ago or before: domains of intruders live for days. */
  isLongKnown(locationId: number, domain: DomainHash, at: number): boolean {
    return this.knownSeconds(locationId, domain, at) >= 7 * day;
  }

  /** Tells whether the location has been watched for so long that "new" means something. */
  isSettled(locationId: number, at: number, quietDays: number): boolean {
    const since = this.#watchedSince.get(locationId);
    return since !== undefined && at >= (since + quietDays) * day;
  }

  #slot(locationId: number, hash: DomainHash): number {
    const first = (hash.low ^ Math.imul(locationId, 0x9e37_79b1)) >>> 0;
    const second = (hash.high ^ Math.imul(locationId, 0x85eb_ca6b)) >>> 0;
    const slots = this.#table.length / 4;
    for (let slot = first & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const at = slot * 4;
      if (this.#table[at + 3] === 0) {
        this.#table[at] = first;
        this.#table[at + 1] = second;
        return at;
      }
      if (this.#table[at] === first && this.#table[at + 1] === second) return at;
    }
  }

  /** Doubles the table, or at the bound drops the older half of what it holds. */
  #rebuild(today: number): void {
    const old = this.#table;
    let oldest = 0;
    let everySecond = false;
    if (this.#count >= this.#capacity) {
      const last: number[] = [];
      for (let at = 0; at < old.length; at += 4) if (old[at + 3] !== 0) last.push(old[at + 3]!);
      const middle = last.sort((a, b) => a - b)[last.length >> 1]!;
      // More in one day than there is room for: half of them go, by their hash.
      everySecond = middle >= today;
      oldest = Math.min(today, middle + 1);
    }
    this.#table = new Uint32Array(oldest > 0 ? old.length : old.length * 2);
    this.#count = 0;
    const slots = this.#table.length / 4;
    for (let at = 0; at < old.length; at += 4) {
      if (old[at + 3]! === 0 || old[at + 3]! < oldest || (everySecond && (old[at + 1]! & 1) === 1)) continue;
      let slot = old[at]! & (slots - 1);
      while (this.#table[slot * 4 + 3] !== 0) slot = (slot + 1) & (slots - 1);
      this.#table.set(old.subarray(at, at + 4), slot * 4);
      this.#count++;
    }
  }
}

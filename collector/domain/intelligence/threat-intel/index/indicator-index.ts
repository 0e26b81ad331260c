import { setImmediate } from 'node:timers/promises';
import { hashStep, spread } from './key-hash.ts';
import { type KeyKind, keyKinds, kindSeed } from './key-kind.ts';
import { NetworkFilter } from './network-filter.ts';
import { belowFlag, exactFlag, kindMask, type Segment } from './segment.ts';

/** Entries per turn while an index is built, so that the collector goes on answering. */
const entriesPerTurn = 20_000;
const dot = 0x2e;
const backslash = 0x5c;

/** An entry with a key is looked for as what is asked for itself, as what lies above that, or as either. */
const uses = { itself: belowFlag, above: exactFlag, either: 0 } as const;
type Use = (typeof uses)[keyof typeof uses];

/** An entry's place is a position in a segment. */
export interface EntryPlace {
  readonly segment: Segment;
  readonly at: number;
}

/**
 * An indicator index holds all segments' keys in one open-addressing table that never changes once it is built: a new
 * set makes a new table, which takes the old one's place at once. Five bytes a slot: eight bits of the hash, and the
 * entry's number.
 */
export class IndicatorIndex {
  readonly #segments: readonly Segment[];
  readonly #bases: readonly number[];
  readonly #entries: Uint32Array;
  readonly #tags: Uint8Array;
  readonly #mask: number;
  readonly networks = new NetworkFilter();
  readonly count: number;

  private constructor(segments: readonly Segment[]) {
    this.#segments = [...segments].sort((a, b) => b.weight - a.weight || (a.source < b.source ? -1 : 1));
    let base = 0;
    this.#bases = this.#segments.map((segment) => {
      base += segment.count;
      return base - segment.count;
    });
    this.count = base;
    let slots = 8;
    while (slots * 0.62 < base) slots *= 2;
    this.#entries = new Uint32Array(slots);
    this.#tags = new Uint8Array(slots);
    this.#mask = slots - 1;
  }

  static readonly empty: IndicatorIndex = new IndicatorIndex([]);

  static async build(segments: readonly Segment[]): Promise<IndicatorIndex> {
    const index = new IndicatorIndex(segments);
    let sinceTurn = 0;
    for (let number = 0; number < index.#segments.length; number++) {
      const segment = index.#segments[number]!;
      for (let at = 0; at < segment.count; at++) {
        index.#insert(segment, at, index.#bases[number]! + at);
        if (++sinceTurn % entriesPerTurn === 0) await setImmediate();
      }
    }
    return index;
  }

  /** Bytes of the table itself; the segments come on top. */
  get bytes(): number {
    return this.#entries.byteLength + this.#tags.byteLength + this.networks.bytes;
  }

  /**
   * The name's own entry or that of its nearest listed parent, as an entry number; -1 if there is none.
   * `nowSeconds` decides which entries are expired.
   */
  findName(bytes: Uint8Array, start: number, end: number, nowSeconds: number): number {
    let found = -1;
    let hash = kindSeed(keyKinds.domain);
    for (let index = end - 1; index >= start; index--) {
      const byte = bytes[index]!;
      if (byte === dot && !isEscaped(bytes, start, index)) {
        const entry = this.find(keyKinds.domain, hash, bytes, index + 1, end, nowSeconds, uses.above);
        if (entry !== -1) found = entry;
      }
      hash = hashStep(hash, byte);
    }
    const own = this.find(keyKinds.domain, hash, bytes, start, end, nowSeconds);
    return own === -1 ? found : own;
  }

  /** Every live entry that a name's own key and those of its parents have, the nearest first. */
  findAllNames(bytes: Uint8Array, start: number, end: number, nowSeconds: number): number[] {
    let found: number[] = [];
    let hash = kindSeed(keyKinds.domain);
    for (let index = end - 1; index >= start; index--) {
      const byte = bytes[index]!;
      if (byte === dot && !isEscaped(bytes, start, index))
        found = this.findAll(keyKinds.domain, hash, bytes, index + 1, end, nowSeconds, uses.above).concat(
          found,
        );
      hash = hashStep(hash, byte);
    }
    return this.findAll(keyKinds.domain, hash, bytes, start, end, nowSeconds, uses.itself).concat(found);
  }

  /** The first live entry with that key. */
  find(
    kind: KeyKind,
    hash: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    nowSeconds: number,
    use: Use = uses.itself,
  ): number {
    const mixed = spread(hash);
    const tag = tagOf(mixed);
    // Nearly every look-up ends among the tags, which are few enough bytes to stay in the processor's cache.
    for (let slot = mixed & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const found = this.#tags[slot]!;
      if (found === 0) return -1;
      if (found !== tag) continue;
      const entry = this.#entries[slot]!;
      if (this.#is(entry, kind, bytes, start, end, nowSeconds, use)) return entry;
    }
  }

  /** Every live entry with that key, one for each source. */
  findAll(
    kind: KeyKind,
    hash: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    nowSeconds: number,
    use: Use = uses.either,
  ): number[] {
    const found: number[] = [];
    const mixed = spread(hash);
    for (let slot = mixed & this.#mask; ; slot = (slot + 1) & this.#mask) {
      if (this.#tags[slot] === 0) return found;
      const entry = this.#entries[slot]!;
      if (this.#is(entry, kind, bytes, start, end, nowSeconds, use)) found.push(entry);
    }
  }

  place(entry: number): EntryPlace {
    let number = 0;
    while (number + 1 < this.#bases.length && this.#bases[number + 1]! <= entry) number++;
    return { segment: this.#segments[number]!, at: entry - this.#bases[number]! };
  }

  #is(
    entry: number,
    kind: KeyKind,
    bytes: Uint8Array,
    start: number,
    end: number,
    nowSeconds: number,
    use: Use,
  ): boolean {
    const { segment, at } = this.place(entry);
    const flags = segment.kinds[at]!;
    if ((flags & kindMask) !== kind || (flags & use) !== 0) return false;
    const keyStart = segment.keyStarts[at]!;
    const length = segment.keyStarts[at + 1]! - keyStart;
    if (length !== end - start) return false;
    for (let index = 0; index < length; index++) {
      if (segment.keys[keyStart + index] !== bytes[start + index]) return false;
    }
    const expiresAt = segment.expiresAt[at]!;
    return expiresAt === 0 || expiresAt > nowSeconds;
  }

  #insert(segment: Segment, at: number, entry: number): void {
    const mixed = spread(segment.hashes[at]!);
    let slot = mixed & this.#mask;
    while (this.#tags[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#entries[slot] = entry;
    this.#tags[slot] = tagOf(mixed);
    const kind = segment.kinds[at]! & kindMask;
    if (kind === keyKinds.v4 || kind === keyKinds.v6) {
      this.networks.add(kind, segment.keys.subarray(segment.keyStarts[at]!, segment.keyStarts[at + 1]!));
    }
  }
}

/** Gives the part of a hash that a slot keeps, 0 being an empty one's. */
function tagOf(mixed: number): number {
  return mixed >>> 24 || 1;
}

/** Tells whether a dot belongs to a label (RFC 1035 section 5.1): an odd number of backslashes stands before it. */
export function isEscaped(bytes: Uint8Array, start: number, at: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes >= start && bytes[at - 1 - backslashes] === backslash) backslashes++;
  return backslashes % 2 === 1;
}

import { setImmediate } from 'node:timers/promises';
import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import { severities } from '@sonde/shared/schemas/severity.ts';
import type { Indicator, IndicatorKind } from '../../../../ports/threats/indicators.ts';
import { indicatorKind } from '../indicator-kind.ts';
import { hashBackwards, spread } from './key-hash.ts';
import { keyOf, kindSeed } from './key-kind.ts';
import { belowFlag, type Detail, exactFlag, type Provenance, type Segment } from './segment.ts';

type Numbers = Uint32Array<ArrayBuffer>;

/** A power of two, with the bits to shift a hash by to have one of them. */
const unknownProvenance: Provenance = { fetchedAt: null, contentHash: null };
const tables = 256;
const tableShift = 24;
const leastSlots = 16;

/** A segment builder gathers a source's indicators one by one; of two with one key the first counts. */
export class SegmentBuilder {
  readonly #source: string;
  readonly #weight: number;
  #count = 0;
  #keys = new Uint8Array(4_096);
  #keyBytes = 0;
  /** Columns: key start, hash, row, detail, first seen, last seen, expiry. */
  readonly #columns: Numbers[] = Array.from({ length: 7 }, () => new Uint32Array(256));
  #kinds = new Uint8Array(256);
  /** Tables of slots, of which a hash has one: each is small, so that nobody waits while it gets wider. */
  readonly #slots: Numbers[] = Array.from({ length: tables }, () => new Uint32Array(leastSlots));
  readonly #used = new Uint32Array(tables);
  readonly #details: Detail[] = [];
  readonly #detailNumbers = new Map<string, number>();
  readonly #extras = new Map<number, { readonly [key: string]: Json }>();

  constructor(source: string, weight = 0.5) {
    this.#source = source;
    this.#weight = weight;
  }

  get count(): number {
    return this.#count;
  }

  /** False if the source has named it before; what it says of it is then the worse of both. */
  add(indicator: Indicator, kind: IndicatorKind = indicatorKind(indicator.name)): boolean {
    const key = keyOf(kind, indicator.name);
    const hash = hashBackwards(key.bytes, 0, key.bytes.length, kindSeed(key.kind)) >>> 0;
    const table = spread(hash) >>> tableShift;
    const kindAndFlags = key.kind | (key.isBelow === true ? belowFlag : 0);
    const slot = this.#slotOf(table, hash, key.bytes, kindAndFlags);
    const known = this.#slots[table]![slot]! - 1;
    if (known !== -1) {
      this.#worsen(known, indicator);
      return false;
    }
    this.#grow(key.bytes.length);
    const at = this.#count++;
    this.#slots[table]![slot] = at + 1;
    this.#used[table]!++;
    this.#keys.set(key.bytes, this.#keyBytes);
    this.#kinds[at] = kindAndFlags | (indicator.exact === true ? exactFlag : 0);
    this.#columns[0]![at] = this.#keyBytes;
    this.#columns[1]![at] = hash;
    this.#say(at, indicator);
    this.#keyBytes += key.bytes.length;
    if (this.#used[table]! * 2 > this.#slots[table]!.length) this.#widenSlots(table);
    return true;
  }

  build(provenance = unknownProvenance): Segment {
    return this.#segment(
      provenance,
      this.#columns.map((column) => column.slice(0, this.#count)),
    );
  }

  /** Builds the same with turns for others between columns: all of a million entries are copied. */
  async buildInTurns(provenance = unknownProvenance): Promise<Segment> {
    const columns: Numbers[] = [];
    for (const column of this.#columns) {
      columns.push(column.slice(0, this.#count));
      await setImmediate();
    }
    return this.#segment(provenance, columns);
  }

  #segment(provenance: Provenance, columns: readonly Numbers[]): Segment {
    const [starts, hashes, rows, detailOf, firstSeenAt, lastSeenAt, expiresAt] = columns as [
      Numbers,
      Numbers,
      Numbers,
      Numbers,
      Numbers,
      Numbers,
      Numbers,
    ];
    const keyStarts = new Uint32Array(this.#count + 1);
    keyStarts.set(starts);
    keyStarts[this.#count] = this.#keyBytes;
    return {
      source: this.#source,
      weight: this.#weight,
      provenance,
      count: this.#count,
      keys: this.#keys.slice(0, this.#keyBytes),
      keyStarts,
      hashes,
      kinds: this.#kinds.slice(0, this.#count),
      rows,
      detailOf,
      details: this.#details,
      firstSeenAt,
      lastSeenAt,
      expiresAt,
      extras: this.#extras,
    };
  }

  #say(at: number, indicator: Indicator): void {
    const { row = 0, firstSeenAt = 0, lastSeenAt = 0, expiresAt = 0, details } = indicator;
    const values = [row, this.#detail(indicator), firstSeenAt, lastSeenAt, expiresAt];
    for (let column = 0; column < 5; column++) this.#columns[column + 2]![at] = values[column]!;
    if (details === undefined) this.#extras.delete(at);
    else this.#extras.set(at, details);
  }

  #worsen(at: number, indicator: Indicator): void {
    const before = this.#details[this.#columns[3]![at]!]!.severity;
    if (severities.indexOf(indicator.severity) > severities.indexOf(before)) this.#say(at, indicator);
  }

  /** The slot of a table that has a key, or is free for it. */
  #slotOf(table: number, hash: number, key: Uint8Array, kind: number): number {
    const slots = this.#slots[table]!;
    const mask = slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const other = slots[slot]! - 1;
      if (other === -1) return slot;
      if (
        this.#columns[1]![other] === hash &&
        (this.#kinds[other]! & ~exactFlag) === kind &&
        this.#hasKey(other, key)
      ) {
        return slot;
      }
    }
  }

  #hasKey(entry: number, key: Uint8Array): boolean {
    const start = this.#columns[0]![entry]!;
    const end = entry + 1 < this.#count ? this.#columns[0]![entry + 1]! : this.#keyBytes;
    if (end - start !== key.length) return false;
    for (let index = 0; index < key.length; index++)
      if (this.#keys[start + index] !== key[index]) return false;
    return true;
  }

  #detail({ threatType, severity, description }: Indicator): number {
    const text = `${severity} ${threatType} ${description ?? ''}`;
    const known = this.#detailNumbers.get(text);
    if (known !== undefined) return known;
    this.#details.push({ threatType, severity, description });
    this.#detailNumbers.set(text, this.#details.length - 1);
    return this.#details.length - 1;
  }

  #grow(keyLength: number): void {
    while (this.#keyBytes + keyLength > this.#keys.length) this.#keys = doubled(this.#keys);
    if (this.#count < this.#kinds.length) return;
    this.#kinds = doubled(this.#kinds);
    for (let column = 0; column < 7; column++) {
      const wider = new Uint32Array(this.#kinds.length);
      wider.set(this.#columns[column]!);
      this.#columns[column] = wider;
    }
  }

  #widenSlots(table: number): void {
    const before = this.#slots[table]!;
    const slots = new Uint32Array(before.length * 2);
    const mask = slots.length - 1;
    for (const number of before) {
      if (number === 0) continue;
      let slot = spread(this.#columns[1]![number - 1]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots[table] = slots;
  }
}

function doubled(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(bytes.length * 2);
  wider.set(bytes);
  return wider;
}

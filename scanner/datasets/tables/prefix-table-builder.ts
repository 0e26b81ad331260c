import { noParent, type PrefixColumns, PrefixTable } from './prefix-table.ts';

/** Entries of one prefix, at most: further ones are dropped and counted. */
const mostOfOnePrefix = 256;
const digit = 65_536;

/** A prefix table builder gathers prefixes in any order and makes a table of them. */
export class PrefixTableBuilder {
  readonly words: 1 | 2 | 4;
  readonly #hasExtras: boolean;
  #starts: Uint32Array;
  #lengths = new Uint8Array(1_024);
  #values = new Uint32Array(1_024);
  #extras: Uint8Array;
  #count = 0;
  #dropped = 0;

  constructor(words: 1 | 2 | 4, hasExtras = false) {
    this.words = words;
    this.#hasExtras = hasExtras;
    this.#starts = new Uint32Array(1_024 * words);
    this.#extras = new Uint8Array(hasExtras ? 1_024 : 0);
  }

  get count(): number {
    return this.#count;
  }

  /** The number of entries that `build` left out, since one prefix has too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds a prefix. `start`: bits behind the length are 0. */
  add(start: readonly number[], length: number, value: number, extra = 0): void {
    if (this.#count === this.#lengths.length) this.#grow();
    const at = this.#count++;
    for (let word = 0; word < this.words; word++) this.#starts[at * this.words + word] = start[word] ?? 0;
    this.#lengths[at] = length;
    this.#values[at] = value;
    if (this.#hasExtras) this.#extras[at] = extra;
  }

  /** Builds the table; equal entries become one. */
  build(): PrefixTable {
    const { words } = this;
    const order = this.#order();
    const columns: PrefixColumns = {
      words,
      starts: new Uint32Array(this.#count * words),
      lengths: new Uint8Array(this.#count),
      parents: new Uint32Array(this.#count),
      values: new Uint32Array(this.#count),
      extras: new Uint8Array(this.#hasExtras ? this.#count : 0),
    };
    let count = 0;
    // Where the entries of the present prefix begin.
    let group = 0;
    for (const from of order) {
      const isSame = count > 0 && this.#isPrefixOf(columns, count - 1, from);
      if (!isSame) group = count;
      if (isSame && this.#isThere(columns, group, count, from)) continue;
      if (count - group >= mostOfOnePrefix) {
        this.#dropped++;
        continue;
      }
      columns.starts.set(this.#starts.subarray(from * words, (from + 1) * words), count * words);
      columns.lengths[count] = this.#lengths[from]!;
      columns.values[count] = this.#values[from]!;
      if (this.#hasExtras) columns.extras[count] = this.#extras[from]!;
      columns.parents[count] = count === 0 ? noParent : around(columns, count);
      count++;
    }
    return new PrefixTable({
      words,
      starts: columns.starts.slice(0, count * words),
      lengths: columns.lengths.slice(0, count),
      parents: columns.parents.slice(0, count),
      values: columns.values.slice(0, count),
      extras: columns.extras.slice(0, this.#hasExtras ? count : 0),
    });
  }

  #isPrefixOf(columns: PrefixColumns, entry: number, from: number): boolean {
    if (columns.lengths[entry] !== this.#lengths[from]) return false;
    for (let word = 0; word < this.words; word++)
      if (columns.starts[entry * this.words + word] !== this.#starts[from * this.words + word]) return false;
    return true;
  }

  #isThere(columns: PrefixColumns, group: number, end: number, from: number): boolean {
    for (let at = group; at < end; at++) {
      const sameExtra = !this.#hasExtras || columns.extras[at] === this.#extras[from];
      if (columns.values[at] === this.#values[from] && sameExtra) return true;
    }
    return false;
  }

  /** By start, then by length, then as they came: a radix sort, since a comparison for each would cost ten times as much. */
  #order(): Uint32Array {
    let order = new Uint32Array(this.#count).map((_, at) => at);
    let other = new Uint32Array(this.#count);
    const sortBy = (digitOf: (entry: number) => number) => {
      const places = new Uint32Array(digit + 1);
      for (const entry of order) places[digitOf(entry) + 1]!++;
      for (let at = 1; at <= digit; at++) places[at]! += places[at - 1]!;
      for (const entry of order) {
        const value = digitOf(entry);
        other[places[value]!] = entry;
        places[value]!++;
      }
      [order, other] = [other, order];
    };
    const { words } = this;
    sortBy((entry) => this.#lengths[entry]!);
    for (let word = words - 1; word >= 0; word--) {
      sortBy((entry) => this.#starts[entry * words + word]! & 0xffff);
      sortBy((entry) => this.#starts[entry * words + word]! >>> 16);
    }
    return order;
  }

  #grow(): void {
    const size = this.#lengths.length * 2;
    this.#starts = wider(this.#starts, new Uint32Array(size * this.words));
    this.#lengths = wider(this.#lengths, new Uint8Array(size));
    this.#values = wider(this.#values, new Uint32Array(size));
    if (this.#hasExtras) this.#extras = wider(this.#extras, new Uint8Array(size));
  }
}

/** The entry before, if it contains this one or is of the same prefix, else the nearest on its way up that does. */
function around(columns: PrefixColumns, entry: number): number {
  let at = entry - 1;
  while (at !== noParent && !covers(columns, at, entry)) at = columns.parents[at]!;
  return at;
}

function covers({ words, starts, lengths }: PrefixColumns, outer: number, inner: number): boolean {
  let bits = lengths[outer]!;
  if (bits > lengths[inner]!) return false;
  for (let word = 0; word < words && bits > 0; word++, bits -= 32) {
    const difference = starts[outer * words + word]! ^ starts[inner * words + word]!;
    if (bits >= 32 ? difference !== 0 : difference >>> (32 - bits) !== 0) return false;
  }
  return true;
}

function wider<Column extends Uint32Array | Uint8Array>(column: Column, into: Column): Column {
  into.set(column);
  return into;
}

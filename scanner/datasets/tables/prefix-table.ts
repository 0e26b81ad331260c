/**
 * The prefix columns hold prefixes that may lie within each other, sorted by their start and then by their length: 13
 * bytes each of IPv4. The parent of an entry is the one before it of the same prefix, else the last entry of the prefix
 * around it, so that the way up from an entry meets all that cover it, the narrowest first.
 */
export interface PrefixColumns {
  /** 32-bit numbers that a start has: 1 for IPv4 and numbers, 2 for IPv6 up to /64, 4 beyond. */
  readonly words: 1 | 2 | 4;
  readonly starts: Uint32Array;
  readonly lengths: Uint8Array;
  readonly parents: Uint32Array;
  readonly values: Uint32Array;
  /** A second, small value of each; empty if there is none. */
  readonly extras: Uint8Array;
}

/** The value `noParent` in `parents` means that no prefix is around the entry. */
export const noParent = 0xffff_ffff;

const leadShift = 16;
/** Entries from which on an index of a quarter of a megabyte is worth it. */
const usuallyIndexed = 4_096;

export class PrefixTable {
  readonly columns: PrefixColumns;
  readonly count: number;
  /** Where the starts with each 16 leading bits begin, so that a search looks at few of them; none for small tables. */
  readonly #leads: Uint32Array | undefined;

  /** `leastIndexed`: entries from which on starts are indexed. */
  constructor(columns: PrefixColumns, leastIndexed = usuallyIndexed) {
    this.columns = columns;
    this.count = columns.lengths.length;
    this.#leads = this.count < leastIndexed ? undefined : leadsOf(columns, this.count);
  }

  get bytes(): number {
    const { starts, lengths, parents, values, extras } = this.columns;
    return (
      starts.byteLength + lengths.byteLength + parents.byteLength + values.byteLength + extras.byteLength
    );
  }

  /**
   * Finds the narrowest entry that an address is in, -1 if there is none. Words that the table does not have are left
   * out.
   */
  find(first: number, second = 0, third = 0, fourth = 0): number {
    if (this.columns.words === 1) return this.#findWord(first);
    let at = this.#last(first, second, third, fourth, 128);
    while (at !== -1 && !this.#contains(at, first, second, third, fourth)) at = this.parent(at);
    return at;
  }

  /** As `find` of a table with one word: tables of IPv4 are asked the most, and small code is compiled into who asks. */
  #findWord(address: number): number {
    const { starts, lengths, parents } = this.columns;
    const leads = this.#leads;
    const lead = address >>> leadShift;
    let low = leads === undefined ? 0 : leads[lead]!;
    let high = leads === undefined ? this.count : leads[lead + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= address) low = middle + 1;
      else high = middle;
    }
    let at = low - 1;
    while (at !== -1) {
      const length = lengths[at]!;
      if (length === 0 || (starts[at]! ^ address) >>> (32 - length) === 0) return at;
      const parent = parents[at]!;
      at = parent < at ? parent : -1;
    }
    return -1;
  }

  /** Lists all entries around a prefix or equal to it, the narrowest first. */
  covering(words: readonly number[], length: number): number[] {
    const [first = 0, second = 0, third = 0, fourth = 0] = words;
    const found: number[] = [];
    let at = this.#last(first, second, third, fourth, length);
    for (; at !== -1; at = this.parent(at)) {
      if (this.columns.lengths[at]! <= length && this.#contains(at, first, second, third, fourth))
        found.push(at);
    }
    return found;
  }

  /** Lists the entries of exactly this prefix. */
  exact(words: readonly number[], length: number): number[] {
    return this.covering(words, length).filter((entry) => this.columns.lengths[entry] === length);
  }

  /** Lists the entries of an entry's own prefix. */
  same(entry: number): number[] {
    const { lengths } = this.columns;
    const found = [entry];
    let at = this.parent(entry);
    for (; at !== -1 && lengths[at] === lengths[entry]; at = this.parent(at)) found.push(at);
    return found;
  }

  /** Returns the entry around another, or beside it of the same prefix; -1 if there is none. */
  parent(entry: number): number {
    const parent = this.columns.parents[entry]!;
    // A damaged table leads nowhere rather than in a circle.
    return parent < entry ? parent : -1;
  }

  wordsOf(entry: number): number[] {
    const { starts, words } = this.columns;
    return [...starts.subarray(entry * words, entry * words + words)];
  }

  /**
   * Returns the last word of the last address for which `find` says the same as for this one, among addresses that
   * differ in the last word only; of a table without that word, all of them.
   */
  sameUntil(address: readonly number[], lastWord: number): number {
    const { words, starts, lengths } = this.columns;
    if (words !== 1 && words !== 4) return 0xffff_ffff;
    const [first = 0, second = 0, third = 0, fourth = 0] = address;
    let at = this.#last(first, second, third, fourth, 128);
    const next = (at + 1) * words;
    let until = 0xffff_ffff;
    if (at + 1 < this.count && this.#sharesLead(next, address)) until = starts[next + words - 1]! - 1;
    while (at !== -1 && !this.#contains(at, first, second, third, fourth)) at = this.parent(at);
    if (at !== -1) {
      const free = words * 32 - lengths[at]!;
      if (free < 32) until = Math.min(until, (lastWord | (2 ** free - 1)) >>> 0);
    }
    return until;
  }

  #sharesLead(place: number, address: readonly number[]): boolean {
    const { words, starts } = this.columns;
    for (let at = 0; at < words - 1; at++) if (starts[place + at] !== address[at]) return false;
    return true;
  }

  /** The last entry that starts at or before an address, or there and is no longer than `length`. */
  #last(first: number, second: number, third: number, fourth: number, length: number): number {
    const { words, starts, lengths } = this.columns;
    const lead = first >>> leadShift;
    let low = this.#leads === undefined ? 0 : this.#leads[lead]!;
    let high = this.#leads === undefined ? this.count : this.#leads[lead + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const place = middle * words;
      let order = starts[place]! - first;
      if (order === 0 && words > 1) order = starts[place + 1]! - second;
      if (order === 0 && words > 2) order = starts[place + 2]! - third || starts[place + 3]! - fourth;
      if (order < 0 || (order === 0 && lengths[middle]! <= length)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #contains(entry: number, first: number, second: number, third: number, fourth: number): boolean {
    const { words, starts, lengths } = this.columns;
    const [length, place] = [lengths[entry]!, entry * words];
    if (!agrees(starts[place]!, first, length)) return false;
    if (words === 1 || length <= 32) return true;
    if (!agrees(starts[place + 1]!, second, length - 32)) return false;
    if (words === 2 || length <= 64) return true;
    return (
      agrees(starts[place + 2]!, third, length - 64) &&
      (length <= 96 || agrees(starts[place + 3]!, fourth, length - 96))
    );
  }
}

function leadsOf({ starts, words }: PrefixColumns, count: number): Uint32Array {
  const leads = new Uint32Array(2 ** (32 - leadShift) + 1);
  let lead = 0;
  for (let at = 0; at < count; at++) {
    const own = starts[at * words]! >>> leadShift;
    while (lead <= own) leads[lead++] = at;
  }
  leads.fill(count, lead);
  return leads;
}

function agrees(one: number, other: number, bits: number): boolean {
  if (bits >= 32) return one === other;
  return bits === 0 || (one ^ other) >>> (32 - bits) === 0;
}

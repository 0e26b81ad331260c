import { addressBytes } from '@sonde/shared/net/address.ts';
import { parsePrefix, wordsOfAddress } from '@sonde/shared/net/prefix.ts';
import type { Compiled, SnapshotFacts } from './snapshot/compiled.ts';
import { PrefixTableBuilder } from './tables/prefix-table-builder.ts';
import { longPrefixesBetween, prefixesBetween } from './tables/prefixes-between.ts';
import { TextTableBuilder } from './tables/text-table.ts';

/** Of all tables together. */
const mostEntries = 6_000_000;
const mostTexts = 1_000_000;
const longestText = 400;

type Built = Omit<Compiled, 'about'> & {
  readonly about: Pick<
    SnapshotFacts,
    'entries' | 'rows' | 'malformedRows' | 'firstMalformed' | 'leftOut' | 'publishedAt'
  >;
};

/** A dataset sink takes a dataset's rows while its document is read. */
export class DatasetSink {
  readonly #v4: PrefixTableBuilder;
  readonly #v6: PrefixTableBuilder;
  readonly #systems = new PrefixTableBuilder(1);
  readonly #texts = new TextTableBuilder(mostTexts);
  readonly #ipv6Bits: number;
  #rows = 0;
  #malformed = 0;
  #firstMalformed: number | null = null;
  #leftOut = 0;
  #publishedAt: number | null = null;
  /** Milliseconds. */
  readonly now: number;

  constructor(ipv6Words: 2 | 4, now: number, hasExtras = false) {
    this.now = now;
    this.#v4 = new PrefixTableBuilder(1, hasExtras);
    this.#v6 = new PrefixTableBuilder(ipv6Words, hasExtras);
    this.#ipv6Bits = ipv6Words * 32;
  }

  /** Counts a row that is meant as an entry. `isGood` false: it is none. */
  row(number: number, isGood: boolean): void {
    this.#rows++;
    if (isGood) return;
    this.#malformed++;
    this.#firstMalformed ??= number;
  }

  /** Counts a row that is well formed and of no use here, such as a default route. */
  leaveOut(): void {
    this.#leftOut++;
  }

  /** Adds a prefix: `192.0.2.0/24`, or an address alone. False if the text is none. */
  prefix(text: string, value: number, extra = 0): boolean {
    const prefix = parsePrefix(text);
    if (prefix === undefined) return false;
    if (!this.#hasRoom() || (prefix.family === 6 && prefix.length > this.#ipv6Bits)) this.#leftOut++;
    else (prefix.family === 4 ? this.#v4 : this.#v6).add(prefix.words, prefix.length, value, extra);
    return true;
  }

  /** Adds a range from the first to the last address, both included. False if the two are no range. */
  range(first: string, last: string, value: number): boolean {
    try {
      const [start, end] = [wordsOfAddress(first), wordsOfAddress(last)];
      if (start.length !== end.length) return false;
      return start.length === 1 ? this.count(start[0]!, end[0]!, value) : this.#longRange(first, last, value);
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  /** Adds a range of IPv4 addresses, by their numbers. */
  count(first: number, last: number, value: number): boolean {
    if (!isWord(first) || !isWord(last) || first > last) return false;
    for (const { start, length } of prefixesBetween(first, last)) {
      if (this.#hasRoom()) this.#v4.add([start], length, value);
      else this.#leftOut++;
    }
    return true;
  }

  /** Adds so many numbers of autonomous systems from the first on. */
  system(first: number, count: number, value: number): boolean {
    if (!isWord(first) || !isWord(first + count - 1) || count < 1) return false;
    for (const { start, length } of prefixesBetween(first, first + count - 1)) {
      if (this.#hasRoom()) this.#systems.add([start], length, value);
      else this.#leftOut++;
    }
    return true;
  }

  /** Numbers a text, which is cut if it is too long; 0 if there is no room for another. */
  text(text: string): number {
    if (this.#texts.count === 0) this.#texts.add('');
    return this.#texts.add(text.slice(0, longestText).toWellFormed()) ?? 0;
  }

  /** Sets the time of publication, in milliseconds. */
  published(time: number): void {
    if (time > 0) this.#publishedAt = time;
  }

  build(): Built {
    const [v4, v6, systems] = [this.#v4.build(), this.#v6.build(), this.#systems.build()];
    return {
      v4: v4.count > 0 ? v4 : undefined,
      v6: v6.count > 0 ? v6 : undefined,
      systems: systems.count > 0 ? systems : undefined,
      texts: this.#texts.count > 0 ? this.#texts.build() : undefined,
      about: {
        entries: v4.count + v6.count + systems.count,
        rows: this.#rows,
        malformedRows: this.#malformed,
        firstMalformed: this.#firstMalformed,
        leftOut: this.#leftOut + this.#v4.dropped + this.#v6.dropped + this.#systems.dropped,
        publishedAt: this.#publishedAt,
      },
    };
  }

  #longRange(first: string, last: string, value: number): boolean {
    const [start, end] = [number128(first), number128(last)];
    if (start > end) return false;
    for (const prefix of longPrefixesBetween(start, end)) {
      if (!this.#hasRoom() || prefix.length > this.#ipv6Bits) this.#leftOut++;
      else this.#v6.add(wordsOf128(prefix.start), prefix.length, value);
    }
    return true;
  }

  #hasRoom(): boolean {
    return this.#v4.count + this.#v6.count + this.#systems.count < mostEntries;
  }
}

function isWord(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

function number128(address: string): bigint {
  return BigInt(`0x${addressBytes(address).toString('hex')}`);
}

function wordsOf128(value: bigint): number[] {
  return [96n, 64n, 32n, 0n].map((shift) => Number((value >> shift) & 0xffff_ffffn));
}

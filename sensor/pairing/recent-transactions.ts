import * as slots from './slot.ts';
import type { TransactionTable } from './transaction-table.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { slotWords, word } = slots;

/**
 * Transactions remembered at most. The memory in use is to fit the processor's caches: a second tap's copy comes within
 * milliseconds, and these are 20 of them at 200,000 transactions per second.
 */
const capacity = 4_096;
const bucketCount = 4 * capacity;
/** Entries of one bucket that are looked at, so that crafted collisions cost no time. */
const maxChain = 64;
/** Words kept of a name, from its beginning. A longer name is known by them and its length; all else is compared whole. */
const maxNameWords = 16;
/** An entry is the beginning of a slot (`word` of the table), as far as the name's kept words. */
const ownEntryWords = word.name + maxNameWords;
export const entryWords = ownEntryWords;
export const maxNameBytes = maxNameWords * 4;

/**
 * The recent transactions had their response, and are kept for a while so that repetitions of their messages are
 * recognised: a ring in fixed memory, in which each takes the place of the oldest. Entries are numbered on and on;
 * buckets and chains hold numbers, so that an entry that was overwritten is known by its number and needs not be taken
 * out of its chain.
 */
export class RecentTransactions {
  readonly words = new Int32Array(capacity * ownEntryWords);
  readonly #hashes = new Int32Array(capacity);
  readonly #responseTimes = new Float64Array(capacity);
  readonly #answers = new Int32Array(capacity);
  /** Where the row was written, and into which filling of the buffer. */
  readonly #rows = new Int32Array(capacity);
  readonly #buffers = new Int32Array(capacity);
  readonly #chain = new Int32Array(capacity);
  readonly #buckets = new Int32Array(bucketCount);
  /** The number of the next entry, modulo 2^32; the numbers that the buckets begin with are too old. */
  #next = capacity + 1;
  #visits = 0;

  /**
   * Remembers the transaction of a slot, what its response said (the matcher's `answerOf`), and where its row was written: an offset
   * of a filling of the buffer.
   */
  add(
    table: TransactionTable,
    slot: number,
    hash: number,
    time: number,
    answer: number,
    row: number,
    buffer: number,
  ): void {
    const { words } = this;
    const from = slot * slotWords;
    const entry = this.#place(hash, time, row, buffer);
    const to = entry * ownEntryWords;
    this.#answers[entry] = answer;
    const own = table.words;
    const length = own[from + word.nameLength]!;
    // Only what the transaction is known by: the ends and the id, which stand together, and six words more.
    words[to + word.observedAt] = own[from + word.observedAt]!;
    words[to + word.observedAt + 1] = own[from + word.observedAt + 1]!;
    words[to + word.kinds] = own[from + word.kinds]!;
    words[to + word.typeAndClass] = own[from + word.typeAndClass]!;
    words[to + word.identificationAndHops] = own[from + word.identificationAndHops]!;
    words[to + word.nameLength] = length;
    words[to + word.network] = own[from + word.network]!;
    for (let index = word.addresses; index <= word.idAndFlags; index++)
      words[(to + index) | 0] = own[(from + index) | 0]!;
    const end = word.name + Math.min(maxNameWords, (length + 3) >> 2);
    for (let index = word.name; index < end; index++) words[(to + index) | 0] = own[(from + index) | 0]!;
  }

  /** Takes the time of a further response. An entry that would soon be overwritten is made anew. */
  renew(entry: number, time: number): void {
    this.#responseTimes[entry] = time;
    if (this.#ageOf(entry) <= capacity / 2) return;
    const next = this.#place(this.#hashes[entry]!, time, this.#rows[entry]!, this.#buffers[entry]!);
    this.#answers[next] = this.#answers[entry]!;
    const to = next * ownEntryWords;
    this.words.copyWithin(to, entry * ownEntryWords, (entry + 1) * ownEntryWords);
  }

  /** Finds the newest entry with this very hash, -1 for none; the ones before it by `following`. */
  first(hash: number): number {
    this.#visits = 0;
    return this.#withHash(this.#buckets[hash & (bucketCount - 1)]!, 0, hash);
  }

  following(entry: number, hash: number): number {
    return this.#withHash(this.#chain[entry]!, this.#ageOf(entry), hash);
  }

  /** Microseconds since 1970. */
  responseTime(entry: number): number {
    return this.#responseTimes[entry]!;
  }

  /** Returns the content of its response, as a number. */
  answer(entry: number): number {
    return this.#answers[entry]!;
  }

  queryType(entry: number): number {
    return this.words[entry * ownEntryWords + word.typeAndClass]! & 0xffff;
  }

  /** Returns the offset of its row, -1 if that filling of the buffer is gone. */
  rowIn(buffer: number, entry: number): number {
    return this.#buffers[entry] === buffer ? this.#rows[entry]! : -1;
  }

  #place(hash: number, time: number, row: number, buffer: number): number {
    const number = this.#next;
    const entry = number & (capacity - 1);
    const bucket = hash & (bucketCount - 1);
    this.#next = (number + 1) | 0;
    this.#hashes[entry] = hash;
    this.#responseTimes[entry] = time;
    this.#rows[entry] = row;
    this.#buffers[entry] = buffer;
    this.#chain[entry] = this.#buckets[bucket]!;
    this.#buckets[bucket] = number;
    return entry;
  }

  /** How many entries ago it was made; 1 is the newest. */
  #ageOf(entry: number): number {
    return ((this.#next - 1 - entry) & (capacity - 1)) + 1;
  }

  #withHash(from: number, newer: number, hash: number): number {
    let number = from;
    let behind = newer;
    while (this.#visits++ < maxChain) {
      const age = (this.#next - number) | 0;
      // What is not older than the entry before it was overwritten since.
      if (age <= behind || age > capacity) return -1;
      const entry = number & (capacity - 1);
      if (this.#hashes[entry] === hash) return entry;
      behind = age;
      number = this.#chain[entry]!;
    }
    return -1;
  }
}

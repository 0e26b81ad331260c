import { offsets } from '@sonde/shared/batch/row-layout.ts';

/**
 * Transactions in fixed memory: slots of equal size, found through chained buckets under a seeded hash, in two lists by
 * age: those that wait for a response, and those that had one, which are kept only to know duplicates by.
 *
 * A slot begins as the fixed columns of its row do (`shared/batch/row-layout.ts`), so that writing the row is a copy; what
 * finds the slot stands in arrays of its own, so that looking for a transaction touches no slot but the right one.
 */
export const slotBytes = 384;
export const slotWords = slotBytes / 4;

/** Offsets into a slot, in 32-bit words. Two columns of 16 bits share a word, the first one in its lower half. */
export const word = {
  observedAt: offsets.observedAt / 4,
  /** Outcome, transport, name service, EDNS version: a byte each, from the lowest. */
  kinds: offsets.outcome / 4,
  latency: offsets.latency / 4,
  roundTrip: offsets.tcpRoundTrip / 4,
  /** Client then server address. */
  addresses: offsets.clientAddress / 4,
  ports: offsets.clientPort / 4,
  idAndFlags: offsets.messageId / 4,
  responseFlagsAndCode: offsets.responseFlags / 4,
  typeAndClass: offsets.queryType / 4,
  sizes: offsets.querySize / 4,
  edns: offsets.ednsFlags / 4,
  answerAndAuthorityCount: offsets.answerCount / 4,
  additionalCountAndMarks: offsets.additionalCount / 4,
  /** From here on, what is no part of the row: the packet's identification. */
  identification: 21,
  /** Words 22 and 23: the response's time as a double. Then where the row is, as far as it is still in the buffer. */
  rowAt: 24,
  buffer: 25,
} as const;
/** Words that are the row's fixed columns. */
export const rowWords = 21;
const responseTime = 11;
/** Offsets in bytes: the client subnet option (its length, then its data), and the name in lower case on the wire's form. */
export const subnetOffset = 104;
export const nameOffset = 124;

/**
 * Answered transactions remembered at most. More would only make the memory in use larger than the processor's caches:
 * a second tap's copy comes within milliseconds.
 */
const maxAnswered = 8_192;
/** A bucket's chain is kept this short, so that crafted collisions cost no time. */
const maxChain = 64;

interface List {
  oldest: number;
  newest: number;
}

export class TransactionTable {
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
  waiting = 0;
  /** One slot more, in no list and no bucket: for a row that is written at once. */
  readonly spare: number;
  readonly #doubles: Float64Array;
  /** Of each slot: its hash, whether it was answered, and its neighbours in its bucket and in its list. */
  readonly #hashes: Int32Array;
  readonly #answeredFlags: Uint8Array;
  readonly #chain: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #buckets: Int32Array;
  readonly #mask: number;
  readonly #waiting: List = { oldest: -1, newest: -1 };
  readonly #answered: List = { oldest: -1, newest: -1 };
  #free = -1;
  #answeredCount = 0;
  #crowded = -1;

  constructor(size: number) {
    const capacity = Math.max(1, size);
    this.spare = capacity;
    const memory = new ArrayBuffer((capacity + 1) * slotBytes);
    this.words = new Int32Array(memory);
    this.#doubles = new Float64Array(memory);
    this.bytes = new Uint8Array(memory);
    this.#hashes = new Int32Array(capacity);
    this.#answeredFlags = new Uint8Array(capacity);
    this.#chain = new Int32Array(capacity);
    this.#next = new Int32Array(capacity);
    this.#previous = new Int32Array(capacity);
    this.#mask = 2 ** Math.ceil(Math.log2(capacity * 2)) - 1;
    this.#buckets = new Int32Array(this.#mask + 1).fill(-1);
    for (let slot = capacity - 1; slot >= 0; slot--) {
      this.#next[slot] = this.#free;
      this.#free = slot;
    }
  }

  /** The newest slot with this very hash, -1 for none; the ones before it by `following`. */
  first(hash: number): number {
    return this.#withHash(this.#buckets[hash & this.#mask]!, hash);
  }

  following(slot: number, hash: number): number {
    return this.#withHash(this.#chain[slot]!, hash);
  }

  isAnswered(slot: number): boolean {
    return this.#answeredFlags[slot] === 1;
  }

  /** Microseconds since 1970. */
  queryTime(slot: number): number {
    const at = slot * slotWords + word.observedAt;
    return (this.words[at]! >>> 0) + this.words[at + 1]! * 0x1_0000_0000;
  }

  setQueryTime(slot: number, microseconds: number): void {
    const at = slot * slotWords + word.observedAt;
    const high = Math.floor(microseconds / 0x1_0000_0000);
    this.words[at] = microseconds - high * 0x1_0000_0000;
    this.words[at + 1] = high;
  }

  responseTime(slot: number): number {
    return this.#doubles[slot * (slotBytes / 8) + responseTime]!;
  }

  setResponseTime(slot: number, microseconds: number): void {
    this.#doubles[slot * (slotBytes / 8) + responseTime] = microseconds;
  }

  /** Whether `allocate` would have to end a waiting transaction; that one then is `oldestWaiting`. */
  get isFull(): boolean {
    return this.#free < 0 && this.#answered.oldest < 0;
  }

  get oldestWaiting(): number {
    return this.#waiting.oldest;
  }

  /** A waiting transaction that the last `allocate` found too far down its bucket's chain and that must end; else -1. */
  get crowded(): number {
    return this.#crowded;
  }

  /** A slot in the hash's bucket, in the list of those that wait. The table must not be full. */
  allocate(hash: number): number {
    if (this.#free < 0) this.release(this.#answered.oldest);
    const slot = this.#free;
    this.#free = this.#next[slot]!;
    const bucket = hash & this.#mask;
    const head = this.#buckets[bucket]!;
    this.#hashes[slot] = hash;
    this.#answeredFlags[slot] = 0;
    this.#chain[slot] = head;
    this.#buckets[bucket] = slot;
    this.#append(this.#waiting, slot);
    this.waiting++;
    this.#crowded = -1;
    if (head >= 0) this.#boundChain(head);
    return slot;
  }

  /** Moves a slot to the list of answered ones. */
  markAnswered(slot: number): void {
    this.#remove(this.#waiting, slot);
    this.#append(this.#answered, slot);
    this.#answeredFlags[slot] = 1;
    this.waiting--;
    if (++this.#answeredCount > maxAnswered) this.release(this.#answered.oldest);
  }

  release(slot: number): void {
    if (this.#answeredFlags[slot] === 1) {
      this.#remove(this.#answered, slot);
      this.#answeredCount--;
    } else {
      this.#remove(this.#waiting, slot);
      this.waiting--;
    }
    const chain = this.#chain;
    const bucket = this.#hashes[slot]! & this.#mask;
    let before = this.#buckets[bucket]!;
    if (before === slot) this.#buckets[bucket] = chain[slot]!;
    else {
      while (chain[before] !== slot) before = chain[before]!;
      chain[before] = chain[slot]!;
    }
    if (this.#crowded === slot) this.#crowded = -1;
    this.#next[slot] = this.#free;
    this.#free = slot;
  }

  #withHash(from: number, hash: number): number {
    let slot = from;
    while (slot >= 0 && this.#hashes[slot] !== hash) slot = this.#chain[slot]!;
    return slot;
  }

  /** Forgets answered transactions beyond the chain's bound; a waiting one is a row to come, which the caller has to end. */
  #boundChain(second: number): void {
    let length = 1;
    for (let slot = second; slot >= 0; ) {
      const following = this.#chain[slot]!;
      if (++length > maxChain) {
        if (this.#answeredFlags[slot] === 1) this.release(slot);
        else this.#crowded = slot;
      }
      slot = following;
    }
  }

  #append(list: List, slot: number): void {
    const { newest } = list;
    this.#next[slot] = -1;
    this.#previous[slot] = newest;
    if (newest >= 0) this.#next[newest] = slot;
    else list.oldest = slot;
    list.newest = slot;
  }

  #remove(list: List, slot: number): void {
    const next = this.#next[slot]!;
    const previous = this.#previous[slot]!;
    if (next >= 0) this.#previous[next] = previous;
    else list.newest = previous;
    if (previous >= 0) this.#next[previous] = next;
    else list.oldest = next;
  }
}

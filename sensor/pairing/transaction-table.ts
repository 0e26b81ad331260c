import { Capitals } from './capitals.ts';
import * as slots from './slot.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { readTime, slotBytes, slotWords, word } = slots;

/** A bucket's chain is kept this short, so that crafted collisions cost no time. */
const maxChain = 64;
/** What finds a slot: four words each. The chain is that of its bucket, next and previous those of the list by age. */
const linkWords = 4;
const link = { hash: 0, chain: 1, next: 2, previous: 3 } as const;

/**
 * The transaction table holds the transactions that wait for a response, in fixed memory: slots of equal size, found
 * through chained buckets under a seeded hash, and in a list by age. A slot that becomes free is the next to be taken,
 * so that however large the table may grow, what few transactions are in flight stay in the processor's caches. What
 * finds a slot stands in an array of its own, so that looking for a transaction touches no slot but the right one.
 */
export class TransactionTable {
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly capitals: Capitals;
  waiting = 0;
  /** One slot more, in no list and no bucket: for a row that is written at once. */
  readonly spare: number;
  readonly #links: Int32Array;
  readonly #buckets: Int32Array;
  readonly #mask: number;
  #oldest = -1;
  #newest = -1;
  #free = -1;
  /** Slots from here on were never taken. */
  #untouched = 0;
  #crowded = -1;

  constructor(size: number) {
    const capacity = Math.max(1, size);
    this.spare = capacity;
    const memory = new ArrayBuffer((capacity + 1) * slotBytes);
    this.words = new Int32Array(memory);
    this.bytes = new Uint8Array(memory);
    this.view = new DataView(memory);
    this.capitals = new Capitals(capacity + 1);
    this.#links = new Int32Array(capacity * linkWords);
    this.#mask = 2 ** Math.ceil(Math.log2(capacity)) - 1;
    this.#buckets = new Int32Array(this.#mask + 1).fill(-1);
  }

  /** Finds the newest slot with this very hash, -1 for none; the ones before it by `following`. */
  first(hash: number): number {
    return this.#withHash(this.#buckets[hash & this.#mask]!, hash);
  }

  following(slot: number, hash: number): number {
    return this.#withHash(this.#links[slot * linkWords + link.chain]!, hash);
  }

  /** Microseconds since 1970. */
  queryTime(slot: number): number {
    return readTime(this.words, slot * slotWords + word.observedAt);
  }

  setQueryTime(slot: number, microseconds: number): void {
    const at = slot * slotWords + word.observedAt;
    const high = Math.floor(microseconds / 0x1_0000_0000);
    this.words[at] = microseconds - high * 0x1_0000_0000;
    this.words[at + 1] = high;
  }

  /** Whether a waiting transaction, the oldest, has to end before `allocate`. */
  get isFull(): boolean {
    return this.#free < 0 && this.#untouched === this.spare;
  }

  get oldestWaiting(): number {
    return this.#oldest;
  }

  /** A transaction that the last `allocate` found too far down its bucket's chain and that must end; else -1. */
  get crowded(): number {
    return this.#crowded;
  }

  /** Allocates a slot in the hash's bucket. The table must not be full. */
  allocate(hash: number): number {
    const links = this.#links;
    const slot = this.#free < 0 ? this.#untouched++ : this.#free;
    const at = slot * linkWords;
    if (slot === this.#free) this.#free = links[at + link.next]!;
    const bucket = hash & this.#mask;
    const head = this.#buckets[bucket]!;
    const newest = this.#newest;
    links[at + link.hash] = hash;
    links[at + link.chain] = head;
    links[at + link.next] = -1;
    links[at + link.previous] = newest;
    this.#buckets[bucket] = slot;
    if (newest >= 0) links[newest * linkWords + link.next] = slot;
    else this.#oldest = slot;
    this.#newest = slot;
    this.waiting++;
    this.#crowded = head < 0 ? -1 : this.#endOfLongChain(head);
    return slot;
  }

  release(slot: number): void {
    const links = this.#links;
    const at = slot * linkWords;
    const bucket = links[at + link.hash]! & this.#mask;
    const chain = links[at + link.chain]!;
    let before = this.#buckets[bucket]!;
    if (before === slot) this.#buckets[bucket] = chain;
    else {
      while (links[before * linkWords + link.chain] !== slot)
        before = links[before * linkWords + link.chain]!;
      links[before * linkWords + link.chain] = chain;
    }
    const next = links[at + link.next]!;
    const previous = links[at + link.previous]!;
    if (next >= 0) links[next * linkWords + link.previous] = previous;
    else this.#newest = previous;
    if (previous >= 0) links[previous * linkWords + link.next] = next;
    else this.#oldest = next;
    links[at + link.next] = this.#free;
    this.#free = slot;
    this.waiting--;
    if (this.#crowded === slot) this.#crowded = -1;
  }

  #withHash(from: number, hash: number): number {
    const links = this.#links;
    let slot = from;
    while (slot >= 0 && links[slot * linkWords + link.hash] !== hash)
      slot = links[slot * linkWords + link.chain]!;
    return slot;
  }

  /** The slot that is one too many in a chain, whose second is given; -1 if the chain is short. */
  #endOfLongChain(second: number): number {
    const links = this.#links;
    let slot = second;
    for (let length = 2; slot >= 0 && length <= maxChain; length++)
      slot = links[slot * linkWords + link.chain]!;
    return slot;
  }
}

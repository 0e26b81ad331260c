/**
 * Transactions in fixed memory: slots of equal size, found through chained buckets under a seeded hash, in two lists by
 * age: those that wait for a response, and those that had one, which are kept only to know duplicates by.
 *
 * A slot's bytes are laid out by the offsets below, so that a transaction costs a few cache lines and no object.
 */
export const slotBytes = 384;
const slotWords = slotBytes / 4;

/** Offsets into a slot, in 32-bit words. */
export const word = {
  next: 0,
  previous: 1,
  chain: 2,
  bucket: 3,
  /** Bytes 16 to 31: the times of query and response as doubles. */
  ports: 8,
  idAndFlags: 9,
  typeAndClass: 10,
  sizeAndEdns: 11,
  udpSizeAndMarks: 12,
  /** Transport, name service, EDNS version, length of the name. */
  kinds: 13,
  roundTrip: 14,
  identification: 15,
  /** Client then server address. */
  addresses: 16,
  /** Where the row is, as far as it is still in the buffer: its offset and the buffer's number. */
  rowAt: 24,
  buffer: 25,
  answered: 26,
} as const;
/** Offsets in doubles. */
export const double = { queryTime: 2, responseTime: 3 } as const;
/** Offsets in bytes: the client subnet option (its length, then its data), and the name in lower case on the wire's form. */
export const subnetOffset = 108;
export const nameOffset = 128;

/**
 * Answered transactions remembered at most. More would only make the memory in use larger than the processor's caches:
 * a second tap's copy comes within milliseconds.
 */
const maxAnswered = 8_192;
/** A walk over a bucket's chain is cut here, so that crafted collisions cost no time. */
const maxChain = 64;

interface List {
  oldest: number;
  newest: number;
}

export class TransactionTable {
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  readonly bytes: Uint8Array;
  /** Waiting transactions that had to make room before their time. */
  evicted = 0;
  waiting = 0;
  readonly #buckets: Int32Array;
  readonly #mask: number;
  readonly #waiting: List = { oldest: -1, newest: -1 };
  readonly #answered: List = { oldest: -1, newest: -1 };
  #free = -1;
  #answeredCount = 0;

  /** One slot more, in no list and no bucket: for a row that is written at once. */
  readonly spare: number;

  constructor(size: number) {
    const capacity = Math.max(1, size);
    this.spare = capacity;
    const memory = new ArrayBuffer((capacity + 1) * slotBytes);
    this.words = new Int32Array(memory);
    this.doubles = new Float64Array(memory);
    this.bytes = new Uint8Array(memory);
    this.#mask = 2 ** Math.ceil(Math.log2(capacity * 2)) - 1;
    this.#buckets = new Int32Array(this.#mask + 1).fill(-1);
    for (let slot = capacity - 1; slot >= 0; slot--) {
      this.words[slot * slotWords + word.next] = this.#free;
      this.#free = slot;
    }
  }

  /** The first slot of a hash's chain, -1 for none; the next ones by `next`. */
  first(hash: number): number {
    return this.#buckets[hash & this.#mask]!;
  }

  next(slot: number): number {
    return this.words[slot * slotWords + word.chain]!;
  }

  /** Whether `allocate` will have to end a waiting transaction; that one then is `oldestWaiting`. */
  get isFull(): boolean {
    return this.#free < 0 && this.#answered.oldest < 0;
  }

  get oldestWaiting(): number {
    return this.#waiting.oldest;
  }

  /** A slot in the hash's bucket, in the list of those that wait. The table must not be full. */
  allocate(hash: number): number {
    if (this.#free < 0) this.release(this.#answered.oldest);
    const slot = this.#free;
    const at = slot * slotWords;
    const { words } = this;
    this.#free = words[at + word.next]!;
    const bucket = hash & this.#mask;
    words[at + word.bucket] = bucket;
    words[at + word.chain] = this.#buckets[bucket]!;
    words[at + word.answered] = 0;
    this.#buckets[bucket] = slot;
    this.#append(this.#waiting, slot);
    this.waiting++;
    this.#boundChain(slot);
    return slot;
  }

  /** Moves a slot to the list of answered ones. */
  markAnswered(slot: number): void {
    this.#remove(this.#waiting, slot);
    this.#append(this.#answered, slot);
    this.words[slot * slotWords + word.answered] = 1;
    this.waiting--;
    if (++this.#answeredCount > maxAnswered) this.release(this.#answered.oldest);
  }

  release(slot: number): void {
    const at = slot * slotWords;
    const { words } = this;
    if (words[at + word.answered] === 1) {
      this.#remove(this.#answered, slot);
      this.#answeredCount--;
    } else {
      this.#remove(this.#waiting, slot);
      this.waiting--;
    }
    const bucket = words[at + word.bucket]!;
    if (this.#buckets[bucket] === slot) this.#buckets[bucket] = words[at + word.chain]!;
    else {
      let before = this.#buckets[bucket]!;
      while (words[before * slotWords + word.chain] !== slot)
        before = words[before * slotWords + word.chain]!;
      words[before * slotWords + word.chain] = words[at + word.chain]!;
    }
    words[at + word.next] = this.#free;
    this.#free = slot;
  }

  /** Forgets answered transactions of a chain that grew too long; waiting ones stay, as they are rows to come. */
  #boundChain(head: number): void {
    let length = 0;
    for (let slot = head; slot >= 0; ) {
      const following = this.next(slot);
      if (++length > maxChain && this.words[slot * slotWords + word.answered] === 1) this.release(slot);
      slot = following;
    }
  }

  #append(list: List, slot: number): void {
    const at = slot * slotWords;
    this.words[at + word.next] = -1;
    this.words[at + word.previous] = list.newest;
    if (list.newest >= 0) this.words[list.newest * slotWords + word.next] = slot;
    else list.oldest = slot;
    list.newest = slot;
  }

  #remove(list: List, slot: number): void {
    const at = slot * slotWords;
    const next = this.words[at + word.next]!;
    const previous = this.words[at + word.previous]!;
    if (next >= 0) this.words[next * slotWords + word.previous] = previous;
    else list.newest = previous;
    if (previous >= 0) this.words[previous * slotWords + word.next] = next;
    else list.oldest = next;
  }
}

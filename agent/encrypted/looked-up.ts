import * as addressWords from '@sonde/sensor/pairing/address-words.ts';
import * as hashWords from '@sonde/sensor/pairing/hash-words.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { mixAddress } = addressWords;
const { finish } = hashWords;

/** The clear DNS before a connection tells if the client was given the server's address, or was not, or nobody can say. */
export type LookedUp = 'yes' | 'no' | 'unknown';

const ways = 4;
/** Words of an entry, its key and its time, and of a set: a set lies in one line of the processor's cache. */
const entryWords = 2;
const setWords = ways * entryWords;
/** Sets of four entries, a power of two: 64 Ki addresses, in 576 KiB. */
const sets = 16_384;
/** Seconds that an answer is remembered: a client keeps what it got for no longer than its time to live, which is seldom more. */
const memory = 86_400;

/**
 * Remembers which addresses clients were given by responses in the clear, in fixed memory: sets of a few entries under a seeded
 * hash, of which the oldest makes room.
 */
export class LookedUpAddresses {
  readonly #entries = new Int32Array(sets * setWords);
  /** The time at which an entry was pushed out of its set that was still worth something; 0 for never. */
  readonly #pushedOut = new Int32Array(sets);
  readonly #seed = (Math.random() * 0x1_0000_0000) | 0;

  /** Notes that a client got addresses; returns what `note` takes for it. `words` has four of its address from there on. */
  noteClient(words: Int32Array, clientAt: number, seconds: number): number {
    const client = finish(mixAddress(this.#seed, words, clientAt));
    this.#put(client, seconds);
    return client;
  }

  /** Notes an address that the client was given, at this time. */
  note(client: number, given: Int32Array, seconds: number): void {
    this.#put(finish(mixAddress(client, given, 0)), seconds);
  }

  /** Tells whether the client was given the address before. */
  tell(words: Int32Array, clientAt: number, serverAt: number, seconds: number): LookedUp {
    const client = finish(mixAddress(this.#seed, words, clientAt));
    const pair = finish(mixAddress(client, words, serverAt));
    if (this.#has(pair, seconds)) return 'yes';
    if (seconds - this.#pushedOut[setOf(pair)]! < memory) return 'unknown';
    return this.#has(client, seconds) ? 'no' : 'unknown';
  }

  #put(key: number, seconds: number): void {
    const entries = this.#entries;
    const set = setOf(key);
    const first = set * setWords;
    let oldest = first;
    for (let at = first; at < first + setWords; at += entryWords) {
      if (entries[at] === key) {
        entries[at + 1] = seconds;
        return;
      }
      if (entries[at + 1]! < entries[oldest + 1]!) oldest = at;
    }
    if (entries[oldest + 1]! > 0 && seconds - entries[oldest + 1]! < memory) this.#pushedOut[set] = seconds;
    entries[oldest] = key;
    entries[oldest + 1] = seconds;
  }

  #has(key: number, seconds: number): boolean {
    const entries = this.#entries;
    const first = setOf(key) * setWords;
    for (let at = first; at < first + setWords; at += entryWords)
      if (entries[at] === key && entries[at + 1]! > 0 && seconds - entries[at + 1]! < memory) return true;
    return false;
  }
}

function setOf(key: number): number {
  return (key ^ (key >>> 15)) & (sets - 1);
}

import { mixAddress } from '@sonde/sensor/pairing/address-words.ts';
import { finish } from '@sonde/sensor/pairing/hash-words.ts';

/** One address may have so much of the room for all. */
const share = 1 / 8;
/** Addresses are told apart by so many hashes, under a seed: a power of two. */
const sources = 4_096;

/** Gives the share of one address of so many things. */
export function shareOf(most: number): number {
  return Math.max(1, most * share);
}

/** Source shares count the bytes that are held for what each address sent, so that none takes the room of others. */
export class SourceShares {
  readonly #held = new Int32Array(sources);
  readonly #seed: number;

  /** With a seed that is drawn, nobody outside can choose addresses that share a hash. */
  constructor(seed = (Math.random() * 0x1_0000_0000) | 0) {
    this.#seed = seed;
  }

  /** Gives the number that stands for the first of a packet's addresses, its sender. */
  sourceOf(addresses: Int32Array): number {
    return finish(mixAddress(this.#seed, addresses, 0)) & (sources - 1);
  }

  /** Counts bytes that are held for a source, or given back. */
  count(source: number, change: number): void {
    this.#held[source]! += change;
  }

  /** Tells whether a source has more than its share of the room. */
  isOver(source: number, room: number): boolean {
    return this.#held[source]! > room * share;
  }
}

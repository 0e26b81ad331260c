import { addressText } from '@sonde/shared/net/address.ts';
import type { DomainHash } from '../names/domain-hash.ts';
import { HashedTable } from '../state/hashed-table.ts';

/** Clients that are remembered, at most twice as many. */
const remembered = 20_000;

/** A client is its own hash, so that one place of the memory has all of it. */
export class Client implements DomainHash {
  readonly low: number;
  readonly high: number;
  readonly text: string;

  constructor(low: number, high: number, text: string) {
    this.low = low;
    this.high = high;
    this.text = text;
  }

  get hash(): DomainHash {
    return this;
  }
}

/**
 * A client book keeps clients by the 16 bytes of their address, from batch to batch: a text is made of each once.
 */
export class ClientBook {
  #young = new HashedTable<Client>();
  #old = new HashedTable<Client>();

  read(bytes: Uint8Array, at: number): Client {
    let low = 0;
    let high = 16;
    for (let from = at; from < at + 16; from += 4) {
      const word =
        bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24);
      low = Math.imul(low ^ word, 0x9e37_79b1);
      low ^= low >>> 15;
      high = Math.imul(high ^ word, 0x5bd1_e995);
      high ^= high >>> 13;
    }
    // Tables and counters take the low bits, and neighbours of one network differ in high ones alone until here.
    low = Math.imul(low ^ (low >>> 16), 0x85eb_ca6b);
    low = Math.imul(low ^ (low >>> 13), 0xc2b2_ae35);
    low ^= low >>> 16;
    // 0 would mark an empty slot.
    high |= 1;
    const known = this.#young.get(low, high);
    if (known !== undefined) return known;
    const client = this.#old.get(low, high) ?? new Client(low, high, addressText(bytes, at));
    if (this.#young.count >= remembered) {
      this.#old = this.#young;
      this.#young = new HashedTable(this.#old);
    }
    this.#young.add(low, high, client);
    return client;
  }
}

import type { DomainHash } from '../names/domain-hash.ts';
import type { Client } from '../rows/client-book.ts';
import { TransactionTable } from './transaction-table.ts';

/** A row, as far as it tells who asks and when. */
interface Asked {
  readonly locationId: number;
  readonly client: Client;
  readonly observedSeconds: number;
}

/**
 * A pair counter sums up something about a client and a domain, each sum for a stretch of time from the first row on, in a table of
 * fixed size: a pair that was displaced begins anew.
 */
export class PairCounter {
  readonly #sums: TransactionTable;
  readonly #seconds: number;

  /** `pairs` is a power of two, at 16 bytes each. */
  constructor(pairs: number, seconds: number) {
    this.#sums = new TransactionTable(pairs);
    this.#seconds = seconds;
  }

  /** Gives the sum with that added, and whether the pair is one that was not there. */
  add(
    { locationId, client, observedSeconds: at }: Asked,
    domain: DomainHash,
    more: number,
  ): { sum: number; isNew: boolean } {
    const low = Math.imul(client.low ^ locationId, 0x85eb_ca6b) ^ domain.low;
    const high = Math.imul(client.high, 0x5bd1_e995) ^ domain.high;
    const mixed = low ^ (low >>> 15);
    const place = this.#sums.find(mixed, high);
    if (place === -1 || at - this.#sums.at(place) >= this.#seconds) {
      this.#sums.set(mixed, high, at, more);
      return { sum: more, isNew: true };
    }
    const sum = this.#sums.word(place) + more;
    this.#sums.set(mixed, high, this.#sums.at(place), sum);
    return { sum, isNew: false };
  }
}

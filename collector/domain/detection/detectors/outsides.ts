import type { BatchRows } from '../batch-rows.ts';
import { TransactionTable } from '../state/transaction-table.ts';

/** Names that are remembered with who was given a public address, at 16 bytes. */
const remembered = 16_384;
/** Clients, and seconds since the first of them, from which a name is the site's common one: who rebinds has a visitor. */
const commonClients = 3;
const commonSeconds = 600;

/**
 * Outsides remember for how many clients of a location, and since when, a name had a public address: what several use all day
 * and then find within is the site's own, met from within for the first time.
 */
export class Outsides {
  /** The word has a bit for each client, by its hash. */
  readonly #names = new TransactionTable(remembered);

  /** Notes that the row's client was given a public address; needed once for each client and name. */
  note(row: BatchRows): void {
    const { low, high } = keyOf(row);
    const before = this.#names.find(low, high);
    const bit = 1 << (row.client.hash.low & 31);
    if (before === -1) this.#names.set(low, high, row.observedSeconds, bit);
    else this.#names.set(low, high, this.#names.at(before), this.#names.word(before) | bit);
  }

  /** Tells whether several clients had used the row's name for a while before. */
  explain(row: BatchRows): boolean {
    const { low, high } = keyOf(row);
    const place = this.#names.find(low, high);
    if (place === -1 || row.observedSeconds - this.#names.at(place) < commonSeconds) return false;
    let clients = 0;
    for (let bits = this.#names.word(place); bits !== 0; bits &= bits - 1) clients++;
    return clients >= commonClients;
  }
}

function keyOf({ locationId, name }: BatchRows): { low: number; high: number } {
  const { low, high } = name.textHash;
  return { low: low ^ Math.imul(locationId, 0x9e37_79b1), high: high | 0 };
}

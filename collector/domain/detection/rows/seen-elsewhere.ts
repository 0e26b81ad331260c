import type { BatchRows } from '../batch-rows.ts';
import { TransactionTable } from '../state/transaction-table.ts';

/** Queries that are remembered, at 16 bytes each: half a minute of some thousands a second. */
const remembered = 1 << 17;
/** Seconds by which two sensors' times of one query may differ. */
const apart = 10;

/**
 * `SeenElsewhere` knows queries that another sensor of the same location has shown with the same outcome, an agent on the
 * wire and the resolver itself say, so that each counts once. A query is known by its client, port, message id, name
 * and type; senders that tell no port are believed to tell each query once.
 */
export class SeenElsewhere {
  readonly #seen = new TransactionTable(remembered);

  has(row: BatchRows): boolean {
    if (row.clientPort === 0) return false;
    const outcome = Math.imul((row.responseCode << 16) | row.answerCount, 0x9e37_79b1);
    const low = row.queryHash ^ outcome;
    const high = row.transactionCheck ^ outcome;
    const place = this.#seen.find(low, high);
    const agent = row.agentId | 0;
    if (
      place !== -1 &&
      this.#seen.word(place) !== agent &&
      Math.abs(this.#seen.at(place) - row.observedSeconds) <= apart
    )
      return true;
    this.#seen.set(low, high, row.observedSeconds, agent);
    return false;
  }
}

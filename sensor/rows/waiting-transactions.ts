import type { Matcher } from '../pairing/matcher.ts';
import type { Filters } from './filters.ts';
import type { MessageCounts } from './message-counts.ts';
import type { RowOutlet } from './row-outlet.ts';

/** The waiting transactions are queries without a response so far: they get slots, and end as rows when their time is over. */
export class WaitingTransactions {
  readonly #matcher: Matcher;
  readonly #outlet: RowOutlet;
  readonly #counts: MessageCounts;
  filters: Filters;
  /** Malformed queries among them: they are counted already. */
  #malformed = 0;

  constructor(matcher: Matcher, outlet: RowOutlet, counts: MessageCounts, filters: Filters) {
    this.#matcher = matcher;
    this.#outlet = outlet;
    this.#counts = counts;
    this.filters = filters;
  }

  /** Messages that wait and are counted as nothing else. */
  get messages(): number {
    return this.#matcher.table.waiting - this.#malformed;
  }

  /**
   * Allocates a slot for a new transaction. If the table is full, the oldest ends early; if too many share a bucket,
   * the oldest of them.
   */
  allocate(hash: number, isMalformed: boolean): number {
    const { table } = this.#matcher;
    if (table.isFull) {
      this.#counts.evicted++;
      this.endUnanswered(table.oldestWaiting);
    }
    const slot = table.allocate(hash);
    if (table.crowded >= 0) {
      this.#counts.evicted++;
      this.endUnanswered(table.crowded);
    }
    if (isMalformed) this.#malformed++;
    return slot;
  }

  /** Returns how many messages, 0 or 1, the query of a slot that is about to end counts for. */
  take(slot: number): number {
    if (!this.#matcher.isMalformed(slot)) return 1;
    this.#malformed--;
    return 0;
  }

  endUnanswered(slot: number): void {
    const messages = this.take(slot);
    if (this.filters.acceptsCode(undefined)) this.#outlet.unanswered(slot, messages);
    else {
      this.#counts.filtered += messages;
      this.#outlet.facts.forget(slot);
    }
    this.#matcher.table.release(slot);
  }

  /** Ends what waited so long, relative to this time in microseconds. */
  endOlder(microseconds: number, timeout: number): void {
    const { table } = this.#matcher;
    for (let slot = table.oldestWaiting; slot >= 0; slot = table.oldestWaiting) {
      // What is as far ahead was seen before the clock was put back.
      if (Math.abs(microseconds - table.queryTime(slot)) < timeout) break;
      this.endUnanswered(slot);
    }
  }

  endAll(): void {
    const { table } = this.#matcher;
    for (let slot = table.oldestWaiting; slot >= 0; slot = table.oldestWaiting) this.endUnanswered(slot);
  }
}

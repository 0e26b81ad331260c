import { DeliveryError } from './define-sink.ts';

/** A batch bound is the number of records that the next delivery to a sink may have: it falls with what is refused, and grows again with what is taken. */
export class BatchBound {
  readonly #most: number;
  #records: number;

  constructor(most: number) {
    this.#most = most;
    this.#records = most;
  }

  get records(): number {
    return this.#records;
  }

  /** Doubles the bound, up to the most: the receiver took what it was given. */
  taken(): void {
    this.#records = Math.min(this.#most, this.#records * 2);
  }

  /**
   * Says whether a batch that was refused for good is to be tried in halves: so on until the row at fault is alone, which is refused then. A row may
   * have several records. Throws the error on if it is no such refusal, and the batch has to come again as it is.
   */
  halves(error: unknown, records: number, rows: number): boolean {
    if (!(error instanceof DeliveryError) || !error.refused) throw error;
    if (rows <= 1) return false;
    this.#records = Math.max(1, Math.floor(Math.min(this.#records, records) / 2));
    return true;
  }
}

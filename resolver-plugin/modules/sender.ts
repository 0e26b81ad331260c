import { CollectorError } from '../net/collector-client.ts';

/** One batch until the collector has it: sent again under its id after each failure, dropped where it is refused. */
export class Sender<Batch> {
  readonly #make: () => Batch | undefined;
  readonly #send: (batch: Batch) => Promise<unknown>;
  #batch: Batch | undefined;
  #running: Promise<void> | undefined;
  readonly counters = { sent: 0, failures: 0, refused: 0 };
  lastFailure: string | undefined;

  /** `make` answers what is due, if anything is. */
  constructor(make: () => Batch | undefined, send: (batch: Batch) => Promise<unknown>) {
    this.#make = make;
    this.#send = send;
  }

  /** Sends what is due. One at a time: while one is on its way, nothing else is. */
  flush(): Promise<void> {
    this.#running ??= this.#flush().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #flush(): Promise<void> {
    this.#batch ??= this.#make();
    if (this.#batch === undefined) return;
    try {
      await this.#send(this.#batch);
      this.counters.sent += 1;
      this.#batch = undefined;
    } catch (error) {
      this.counters.failures += 1;
      this.lastFailure = error instanceof Error ? error.message : String(error);
      if (!(error instanceof CollectorError) || !error.isFinal) return;
      this.counters.refused += 1;
      this.#batch = undefined;
    }
  }
}

import { explainFailure } from '@sonde/client/explain-failure.ts';
import { SondeError } from '@sonde/client/sonde-error.ts';

/** An unusable answer reports that the collector answered something that no later attempt would make sense of. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

/** One batch until the collector has it: sent again under its id after each failure, dropped if it is refused. */
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
      this.lastFailure = explainFailure(error) ?? (error instanceof Error ? error.message : String(error));
      if (!isFinal(error)) return;
      this.counters.refused += 1;
      this.#batch = undefined;
    }
  }
}

/** Whether the same batch would be refused again. */
function isFinal(error: unknown): boolean {
  if (error instanceof UnusableAnswer) return true;
  if (!(error instanceof SondeError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

import type { Log } from '@sonde/shared/system/log.ts';

interface Stoppable {
  stop(): Promise<unknown>;
}

/**
 * A stage keeps the parts that have been started, to be stopped in the opposite order, at the end or if the start fails
 * halfway.
 */
export class Stage {
  readonly #parts: { name: string; part: Stoppable }[] = [];
  readonly #log: Log;
  #stopped: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  add<Part extends Stoppable>(name: string, part: Part): Part {
    this.#parts.push({ name, part });
    return part;
  }

  /** Stops everything once, however often it is called. A part that fails to stop does not keep the others up. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #stopAll(): Promise<void> {
    for (const { name, part } of this.#parts.toReversed()) {
      try {
        await part.stop();
        this.#log.debug({ part: name }, 'stopped');
      } catch (error) {
        this.#log.error({ part: name, error }, 'a part failed to stop');
      }
    }
  }
}

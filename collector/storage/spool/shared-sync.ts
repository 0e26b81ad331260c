import { syncDirectory } from '@sonde/shared/files/write-durably.ts';

/**
 * A shared sync makes the names in a directory durable for all who wait for it at once: those who come while one is under way
 * share the next.
 */
export class SharedSync {
  readonly #directory: string;
  #underWay: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Rejects if it fails; whoever comes afterwards tries anew. */
  sync(): Promise<void> {
    if (this.#next === undefined) {
      this.#next = this.#underWay.then(() => {
        this.#next = undefined;
        return syncDirectory(this.#directory);
      });
      this.#underWay = this.#next.catch(() => undefined);
    }
    return this.#next;
  }
}

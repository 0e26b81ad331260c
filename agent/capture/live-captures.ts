import type { CaptureSource } from './capture-source.ts';
import { mayPass } from './lasting-source.ts';
import { ReopenableSource } from './reopenable-source.ts';

/** The live captures of a run are opened by one filter, which can be replaced while they run. */
export class LiveCaptures {
  readonly #openLive: (name: string, filter: readonly string[]) => CaptureSource;
  readonly #running = new Set<ReopenableSource>();
  #filter: readonly string[];

  constructor(
    openLive: (name: string, filter: readonly string[]) => CaptureSource,
    filter: readonly string[],
  ) {
    this.#openLive = openLive;
    this.#filter = filter;
  }

  readonly open = (name: string): CaptureSource =>
    new ReopenableSource(
      () => this.#openLive(name, this.#filter),
      (source, isRunning) => {
        if (isRunning) this.#running.add(source);
        else this.#running.delete(source);
      },
    );

  /**
   * Captures by another filter from now on; `between` is called when all that came by the one before has been taken, and nothing yet
   * by the new one. Rejects with the CaptureError, and changes nothing, if a capture can't be opened with it.
   */
  async use(filter: readonly string[], between: () => void): Promise<void> {
    const before = this.#filter;
    this.#filter = filter;
    const prepared = [...this.#running];
    const results = await Promise.allSettled(prepared.map((source) => source.prepare()));
    const refusal = results.find((result) => result.status === 'rejected' && !mayPass(result.reason));
    if (refusal?.status === 'rejected') {
      this.#filter = before;
      await Promise.all(prepared.map((source) => source.abandon()));
      throw refusal.reason;
    }
    const at = Date.now() * 1_000;
    await Promise.all(prepared.map((source) => source.change(at)));
    try {
      between();
    } finally {
      for (const source of prepared) source.release();
    }
  }
}

import { FairQueue } from './fair-queue.ts';

/**
 * The fair turns let so many tasks run at once, and of one lane fewer, so that there is always a place for another.
 * What is done takes its turn by lane: see FairQueue.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #ofLane: number;
  readonly #waiting = new FairQueue<{ readonly lane: string; readonly begin: () => void }>();
  readonly #running = new Map<string, number>();
  #count = 0;

  constructor(atOnce: number, ofLane: number) {
    this.#atOnce = atOnce;
    this.#ofLane = ofLane;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async take<Result>(lane: string, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(lane, { lane, begin: resolve });
    this.#serve();
    await promise;
    try {
      return await work();
    } finally {
      this.#count--;
      const left = this.#running.get(lane)! - 1;
      if (left === 0) this.#running.delete(lane);
      else this.#running.set(lane, left);
      this.#serve();
    }
  }

  #serve(): void {
    while (this.#count < this.#atOnce) {
      const next = this.#waiting.shift((lane) => (this.#running.get(lane) ?? 0) < this.#ofLane);
      if (next === undefined) return;
      this.#count++;
      this.#running.set(next.lane, (this.#running.get(next.lane) ?? 0) + 1);
      next.begin();
    }
  }
}

import { StoreError } from '../../../ports/system/store-error.ts';

const defaults = {
  /** Milliseconds. */
  longestWait: 10_000,
  /** Those that wait in one lane. */
  most: 1_000,
};

/**
 * Lanes run work one after the other that would wait for one another in the database: of those which change one row, all but
 * one wait here, without a connection that somebody else has use for.
 */
export class Lanes {
  readonly #bounds: typeof defaults;
  /** Of each lane in which something runs, those that wait, in order. */
  readonly #lanes = new Map<string, Set<() => void>>();
  waiting = 0;
  /** How many were refused, because they waited too long or too many waited. */
  givenUp = 0;

  constructor(bounds: Partial<typeof defaults> = {}) {
    this.#bounds = { ...defaults, ...bounds };
  }

  /** Throws a StoreError if the turn does not come. */
  async take<Result>(lane: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#lanes.get(lane);
    if (before === undefined) this.#lanes.set(lane, new Set());
    else await this.#turn(before);
    try {
      return await work();
    } finally {
      const waiting = this.#lanes.get(lane)!;
      const [next] = waiting;
      if (next === undefined) this.#lanes.delete(lane);
      else {
        waiting.delete(next);
        next();
      }
    }
  }

  #turn(lane: Set<() => void>): Promise<void> {
    const refusal = (): StoreError => {
      this.givenUp++;
      return new StoreError('unavailable', 'Too many changes of one thing wait for one another.');
    };
    if (lane.size >= this.#bounds.most) throw refusal();
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        this.waiting--;
        resolve();
      };
      const timer = setTimeout(() => {
        lane.delete(begin);
        this.waiting--;
        reject(refusal());
      }, this.#bounds.longestWait);
      this.waiting++;
      lane.add(begin);
    });
  }
}

/** A timed thing has a deadline, and is told when the deadline is over. It waits in one queue at most. */
export abstract class Timed {
  /** When its time is over, by `performance.now()`; 0 while it is in no queue. */
  deadline = 0;
  /** Its neighbours in the queue. */
  earlier: Timed | undefined = undefined;
  later: Timed | undefined = undefined;

  abstract expire(): void;
}

/**
 * A deadline queue gives many things the same time under one timer: who comes later is over later, so that it is enough
 * to watch the first. A timer for each would cost as much as the rest of serving a call.
 */
export class DeadlineQueue {
  readonly #milliseconds: number;
  #first: Timed | undefined;
  #last: Timed | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  add(timed: Timed): void {
    timed.deadline = performance.now() + this.#milliseconds;
    timed.earlier = this.#last;
    if (this.#last === undefined) this.#first = timed;
    else this.#last.later = timed;
    this.#last = timed;
    if (this.#timer === undefined) this.#wake(this.#milliseconds);
  }

  /** Nothing if its time was over before. */
  remove(timed: Timed): void {
    if (timed.deadline === 0) return;
    const { earlier, later } = timed;
    if (earlier === undefined) this.#first = later;
    else earlier.later = later;
    if (later === undefined) this.#last = earlier;
    else later.earlier = earlier;
    timed.deadline = 0;
    timed.earlier = undefined;
    timed.later = undefined;
  }

  /** The timer is left to run when the first is done in time: it looks who is first by then. */
  #wake(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#expire(), milliseconds).unref();
  }

  #expire(): void {
    this.#timer = undefined;
    const now = performance.now();
    while (this.#first !== undefined && this.#first.deadline <= now) {
      const first = this.#first;
      this.remove(first);
      first.expire();
    }
    if (this.#first !== undefined) this.#wake(this.#first.deadline - now);
  }
}

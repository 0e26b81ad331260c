import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolution = 10;

/**
 * The event loop gap measures how long the capture thread was busy with one thing, so that the kernel's ring had to
 * hold its packets.
 */
export class EventLoopGap {
  readonly #histogram = monitorEventLoopDelay({ resolution });

  /** Starts the measurement; it is called once inputs are open: the program's work before holds up no packets. */
  start(): void {
    setImmediate(() => this.#histogram.enable());
  }

  /** The longest gap of the run and the one that 99 of 100 stay under. */
  get milliseconds(): { readonly max: number; readonly p99: number } {
    const above = (nanoseconds: number): number =>
      Math.max(0, Math.round((nanoseconds / 1e6 - resolution) * 10) / 10);
    if (this.#histogram.count === 0) return { max: 0, p99: 0 };
    return { max: above(this.#histogram.max), p99: above(this.#histogram.percentile(99)) };
  }

  stop(): void {
    this.#histogram.disable();
  }
}

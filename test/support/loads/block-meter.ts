import { monitorEventLoopDelay } from 'node:perf_hooks';
import { processorTime } from './slowness.ts';

/**
 * How long this thread does nothing but one thing: the processor time of its longest turn in milliseconds, which is the same on
 * a busy machine, and the longest delay of the event loop, which is what others wait for.
 */
export class BlockMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: 1 });
  #longest = 0;
  #last = 0;
  #isRunning = false;

  begin(): void {
    this.#longest = 0;
    this.#last = processorTime();
    this.#isRunning = true;
    this.#delay.reset();
    this.#delay.enable();
    this.#turn();
  }

  end(): { readonly processor: number; readonly delay: number } {
    this.#isRunning = false;
    this.#look();
    this.#delay.disable();
    return { processor: this.#longest, delay: this.#delay.max / 1e6 };
  }

  #turn(): void {
    setImmediate(() => {
      this.#look();
      if (this.#isRunning) this.#turn();
    });
  }

  #look(): void {
    const now = processorTime();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }
}

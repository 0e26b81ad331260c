import type { ExecutionContext } from 'ava';
import { BlockMeter } from './block-meter.ts';
import { slowness } from './slowness.ts';

/** Milliseconds of processor time that nobody may keep the others waiting. */
export const mostProcessorTime = 50;
/** What took too long once is tried so often: a garbage collector's turn or a busy machine is no fault of the code. */
const tries = 12;

/** Something that is tried, and what it was answered. */
export interface Tried {
  readonly what: string;
  readonly run: () => Promise<string | number>;
}

/** Measures how long things keep this thread, and tells of the worst. */
export class BlockLedger {
  readonly #meter = new BlockMeter();
  readonly #worst: { readonly what: string; readonly processor: number; readonly delay: number }[] = [];

  /** Fails the test if it takes more than anybody may wait for, whenever it is tried. Returns the last answer. */
  async judge(t: ExecutionContext, { what, run }: Tried): Promise<string | number> {
    let best = { processor: Number.POSITIVE_INFINITY, delay: 0 };
    let answer: string | number = '';
    for (let time = 0; time < tries && best.processor > mostProcessorTime; time++) {
      // What a machine under load takes longer for, it takes longer for everything.
      const slow = time === 0 ? 1 : slowness();
      this.#meter.begin();
      answer = await run();
      const { processor, delay } = this.#meter.end();
      if (processor / slow < best.processor) best = { processor: processor / slow, delay };
    }
    this.#worst.push({ what: `${answer} ${what}`, ...best });
    t.true(best.processor <= mostProcessorTime, `${what} (${answer}): ${best.processor.toFixed(1)} ms`);
    return answer;
  }

  tell(t: ExecutionContext, count = 5): void {
    const worst = this.#worst.toSorted((one, other) => other.processor - one.processor).slice(0, count);
    for (const { processor, delay, what } of worst)
      t.log(`${processor.toFixed(1)} ms of processor time, ${delay.toFixed(0)} ms of delay: ${what}`);
  }
}

import type { Worker } from 'node:worker_threads';
import type { Decoded, DecoderSettings, ToDecoder } from './messages.ts';
import { startDecoder } from './start-decoder.ts';

/** A step is something that all threads were given to do; its results are taken when all of them have done it. */
interface Step {
  readonly results: (Decoded | undefined)[];
  missing: number;
  readonly done: ((decoded: readonly Decoded[]) => void) | undefined;
}

/** The threads that decode. They are given steps, all the same ones, and the results of each are taken in its turn. */
export class DecoderThreads {
  readonly failed: Promise<never>;
  readonly #workers: readonly Worker[];
  readonly #take: (decoded: readonly Decoded[]) => void;
  readonly #onFailure: () => void;
  readonly #steps: Step[] = [];
  #stepsTaken = 0;
  /** Steps that each thread has done. */
  readonly #done: number[];
  #isEnded = false;
  #fault: Error | undefined;
  #fail: (fault: Error) => void = () => undefined;

  /** One thread each of the settings; `take` is called for each step, in their order, `onFailure` once if there will be no more. */
  constructor(
    settings: readonly DecoderSettings[],
    take: (decoded: readonly Decoded[]) => void,
    onFailure: () => void,
  ) {
    this.#take = take;
    this.#onFailure = onFailure;
    this.failed = new Promise((_resolve, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => undefined);
    this.#done = settings.map(() => 0);
    this.#workers = settings.map((own, index) => this.#start(index, own));
  }

  get fault(): Error | undefined {
    return this.#fault;
  }

  /** Gives all threads a step; `done` is called behind `take`, or with nothing if the step can't be done. */
  give(message: ToDecoder, done?: (decoded: readonly Decoded[]) => void): void {
    if (this.#fault !== undefined || this.#isEnded) {
      done?.([]);
      return;
    }
    this.#steps.push({ results: this.#workers.map(() => undefined), missing: this.#workers.length, done });
    for (const worker of this.#workers) worker.postMessage(message);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #start(index: number, settings: DecoderSettings): Worker {
    const worker = startDecoder(settings);
    worker.on('message', (decoded: Decoded) => this.#hear(index, decoded));
    worker.on('error', ({ message }) => this.#giveUp(new Error(`A thread that decodes failed: ${message}.`)));
    worker.on('exit', (code) => this.#giveUp(new Error(`A thread that decodes ended (${code}).`)));
    return worker;
  }

  #hear(index: number, decoded: Decoded): void {
    const step = this.#steps[this.#done[index]! - this.#stepsTaken];
    // What comes behind a fault was given up.
    if (step === undefined) return;
    this.#done[index]!++;
    step.results[index] = decoded;
    step.missing--;
    while (this.#steps[0]?.missing === 0) {
      const { results, done } = this.#steps.shift()!;
      this.#stepsTaken++;
      this.#take(results as Decoded[]);
      done?.(results as Decoded[]);
    }
  }

  #giveUp(fault: Error): void {
    if (this.#fault !== undefined || this.#isEnded) return;
    this.#fault = fault;
    this.#fail(fault);
    for (const { done } of this.#steps.splice(0)) done?.([]);
    this.#onFailure();
  }
}

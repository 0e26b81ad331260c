import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { CaptureError } from './capture-error.ts';
import type { CaptureSource, CaptureStatistics, PacketSink } from './capture-source.ts';

/** Milliseconds between two tries of an interface that is away. */
const retryInterval = 1_000;
const passing = ['interface_gone', 'no_such_interface', 'interface_down'];

/** Tells whether an interface may come back from such a fault by itself: it went away, or is not there or not up. */
export function mayPass(error: unknown): error is CaptureError {
  return error instanceof CaptureError && passing.includes(error.code);
}

export interface LastingOptions {
  readonly open: () => CaptureSource;
  /** Whether an interface that is away from the beginning is waited for as well; else `run` rejects then. */
  readonly waitAtStart: boolean;
  /** Milliseconds between two tries. */
  readonly retryInterval?: number;
  readonly log: { info(message: string): void; warn(message: string): void };
}

/**
 * A lasting source is a live capture that outlasts its interface: while that is away it is waited for, and the log says
 * so.
 */
export class LastingSource implements CaptureSource {
  readonly name: string;
  readonly live = true;
  readonly #options: LastingOptions;
  readonly #stop = new AbortController();
  #source: CaptureSource;
  #fault: CaptureError | undefined;
  /** What the captures before the one of now counted. */
  #before: CaptureStatistics = { captured: 0, dropped: {} };

  constructor(options: LastingOptions) {
    this.#options = options;
    this.#source = options.open();
    this.name = this.#source.name;
  }

  get fault(): string | undefined {
    return this.#fault && `${this.#fault.message} The agent waits for it.`;
  }

  async run(sink: PacketSink): Promise<void> {
    const { open, waitAtStart, log, retryInterval: interval = retryInterval } = this.#options;
    for (let isFirst = true; ; isFirst = false) {
      try {
        const running = this.#source.run(sink);
        // One that can't be opened says so at once.
        await Promise.race([running, nextTurn()]);
        if (this.#fault !== undefined) log.info(`Capturing on ${this.name} again.`);
        this.#fault = undefined;
        isFirst = false;
        return await running;
      } catch (error) {
        if (!mayPass(error) || (isFirst && !waitAtStart)) throw error;
        if (this.#fault === undefined) log.warn(`${error.message} The agent waits for it.`);
        this.#fault = error;
      }
      await delay(interval, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      this.#before = this.statistics();
      this.#source = open();
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#source.stop();
  }

  statistics(): CaptureStatistics {
    return sumOf(this.#before, this.#source.statistics());
  }
}

/** Adds up the statistics of two captures. */
export function sumOf(one: CaptureStatistics, other: CaptureStatistics): CaptureStatistics {
  const dropped: Record<string, number> = { ...one.dropped };
  for (const [place, count] of Object.entries(other.dropped)) dropped[place] = (dropped[place] ?? 0) + count;
  return { captured: one.captured + other.captured, dropped };
}

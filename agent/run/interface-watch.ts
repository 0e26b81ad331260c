import { setTimeout as delay } from 'node:timers/promises';
import type { CaptureSource } from '../capture/capture-source.ts';

/** Milliseconds between two looks at the interfaces of the machine. */
const interval = 5_000;
/** Interfaces captured on at once, each with a ring of the kernel's memory. */
const maxInterfaces = 256;

export interface InterfaceWatchOptions {
  /** Chooses the names of the interfaces to capture on now. */
  readonly choose: () => Promise<readonly string[]>;
  readonly open: (name: string) => CaptureSource;
  readonly log: { info(message: string): void };
  readonly interval?: number;
}

/** An interface watch looks for interfaces that come while the agent runs, if none was named. */
export class InterfaceWatch {
  readonly #options: InterfaceWatchOptions;
  readonly #stop = new AbortController();

  constructor(options: InterfaceWatchOptions) {
    this.#options = options;
  }

  /** Gives out a capture for each interface that is not among the names; resolves when it was stopped. */
  async run(names: () => readonly string[], add: (source: CaptureSource) => void): Promise<void> {
    const { choose, open, log } = this.#options;
    for (;;) {
      await delay(this.#options.interval ?? interval, undefined, { signal: this.#stop.signal }).catch(
        () => undefined,
      );
      const chosen = this.#stop.signal.aborted ? [] : await choose().catch(() => []);
      if (this.#stop.signal.aborted) return;
      for (const name of chosen) {
        const known = names();
        if (known.includes(name) || known.length >= maxInterfaces) continue;
        log.info(`Capturing on the new interface ${name} too.`);
        add(open(name));
      }
    }
  }

  stop(): void {
    this.#stop.abort();
  }
}

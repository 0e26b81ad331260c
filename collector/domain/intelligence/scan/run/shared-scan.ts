import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import type { ScanProgress } from '@sonde/scanner/run/run-scan.ts';

export interface ScanOutcome {
  readonly scan: DomainScan;
  readonly stored: boolean;
}

type Watcher = (progress: ScanProgress) => void;

/** A shared scan is a scan that several callers may wait for. It is broken off when the last of them has given up. */
export class SharedScan {
  readonly #giveUp = new AbortController();
  readonly #progress: ScanProgress[] = [];
  readonly #watchers = new Set<Watcher>();
  readonly #outcome: Promise<ScanOutcome>;
  #waiting = 0;
  /** Resolves when there is nothing more to join, whatever came of it. */
  readonly ended: Promise<void>;

  constructor(run: (signal: AbortSignal, onProgress: Watcher) => Promise<ScanOutcome>) {
    this.#outcome = run(this.#giveUp.signal, (progress) => {
      this.#progress.push(progress);
      for (const watcher of this.#watchers) watcher(progress);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#outcome.then(
      () => resolve(),
      () => resolve(),
    );
    this.#giveUp.signal.addEventListener('abort', () => resolve(), { once: true });
  }

  /** False once nobody waits for it any more: who comes then begins another. */
  get isOpen(): boolean {
    return !this.#giveUp.signal.aborted;
  }

  /** Waits for the outcome; what has been done so far is told at once. Rejects when `signal` aborts. */
  async join({ signal, onProgress }: { signal?: AbortSignal; onProgress?: Watcher }): Promise<ScanOutcome> {
    signal?.throwIfAborted();
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting++;
    if (onProgress !== undefined) {
      for (const progress of this.#progress) onProgress(progress);
      this.#watchers.add(onProgress);
    }
    try {
      return await Promise.race([this.#outcome, left.promise]);
    } finally {
      signal?.removeEventListener('abort', leave);
      if (onProgress !== undefined) this.#watchers.delete(onProgress);
      if (--this.#waiting === 0) this.#giveUp.abort(new Error('nobody waits for this scan any more'));
    }
  }
}

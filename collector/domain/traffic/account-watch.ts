import type { EventBus } from '../../ports/system/event-bus.ts';

/** Senders that may wait at once on one collector: each holds a request, of which there is a bounded number. */
const mostWaiting = 400;

/**
 * An account watch lets senders wait for the next version of something that their account changes, on whichever collector that
 * is done.
 */
export class AccountWatch {
  readonly #bus: Pick<EventBus, 'publish'>;
  readonly #topic: string;
  readonly #waiting = new Map<number, Set<() => void>>();
  readonly #most: number;
  #count = 0;
  #closed = false;

  /** `topic` names the change among events. */
  constructor(bus: Pick<EventBus, 'publish' | 'subscribe' | 'onGap'>, topic: string, most = mostWaiting) {
    this.#bus = bus;
    this.#topic = topic;
    this.#most = most;
    bus.subscribe(topic, (payload) => {
      if (typeof payload === 'number') this.#wake(payload);
    });
    // What was missed may have been theirs: they look for themselves.
    bus.onGap(() => {
      for (const accountId of [...this.#waiting.keys()]) this.#wake(accountId);
    });
  }

  /** To be called once a new version is stored for the account. */
  readonly changed = (accountId: number): void => {
    this.#bus.publish(this.#topic, accountId);
  };

  get waiting(): number {
    return this.#count;
  }

  /**
   * Resolves at the next change from now on, at the latest when so many milliseconds have passed or the signal says so;
   * at once if too many wait already.
   */
  next(accountId: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || this.#count >= this.#most || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiters = this.#waiting.get(accountId) ?? new Set<() => void>();
      const end = (): void => {
        if (!waiters.delete(end)) return;
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        if (waiters.size === 0 && this.#waiting.get(accountId) === waiters) this.#waiting.delete(accountId);
        this.#count -= 1;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
      this.#waiting.set(accountId, waiters.add(end));
      this.#count += 1;
    });
  }

  /** Lets all go, and nobody wait any more: a server that stops must not wait for those who wait. */
  async stop(): Promise<void> {
    this.#closed = true;
    for (const accountId of [...this.#waiting.keys()]) this.#wake(accountId);
  }

  #wake(accountId: number): void {
    for (const end of [...(this.#waiting.get(accountId) ?? [])]) end();
  }
}

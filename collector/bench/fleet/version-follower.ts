import { backoff } from '@sonde/shared/net/retry-wait.ts';
import type { ChosenCollector } from './chosen-collector.ts';
import type { Followed } from './followed-versions.ts';
import type { Try } from './simulated-agent.ts';

/** Milliseconds; an answer without news that comes sooner has not waited, and is asked for again like one that failed. */
const shortestWait = 1_000;

/** A version follower waits at the collector for versions of what it follows, as resolver plugins and agents do. */
export class VersionFollower {
  readonly #collector: ChosenCollector;
  readonly #followed: Followed;
  readonly #random: () => number;
  readonly #observe: (each: Try) => void;
  readonly #stopping = new AbortController();
  #held: { version: number; entityTag: string } | undefined;
  #setbacks = 0;
  #retryAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;

  constructor(options: {
    collector: ChosenCollector;
    followed: Followed;
    random: () => number;
    observe: (each: Try) => void;
  }) {
    this.#collector = options.collector;
    this.#followed = options.followed;
    this.#random = options.random;
    this.#observe = options.observe;
  }

  /** The version that it holds; 0 before the first. */
  get version(): number {
    return this.#held?.version ?? 0;
  }

  /** Asks once; nothing while it is at it, or before the time to try again. */
  async ask(): Promise<void> {
    const { from, canAsk, path, headers, read } = this.#followed;
    if (this.#isAsking || performance.now() < this.#retryAt || !canAsk()) return;
    this.#isAsking = true;
    const begunAt = performance.now();
    const tell = (outcome: Try['outcome'], why: string): void =>
      this.#observe({ from, begunAt, milliseconds: performance.now() - begunAt, outcome, why });
    try {
      const held = this.#held;
      const response = await fetch(this.#collector.url + path(held?.version), {
        headers: { ...headers, ...(held === undefined ? {} : { 'if-none-match': held.entityTag }) },
        signal: this.#stopping.signal,
      });
      const text = await response.text();
      if (response.status !== 200 && response.status !== 304) throw new Error(String(response.status));
      const version = response.status === 304 ? undefined : read(text);
      if (version !== undefined) this.#held = { version, entityTag: response.headers.get('etag') ?? '' };
      if (version === undefined && performance.now() - begunAt < shortestWait) this.#setBack();
      else this.#setbacks = 0;
      tell('accepted', '');
    } catch (error) {
      this.#collector.leave();
      this.#setBack();
      if (!this.#stopping.signal.aborted) tell('failed', error instanceof Error ? error.message : '');
    }
    this.#isAsking = false;
  }

  stop(): void {
    this.#stopping.abort();
  }

  #setBack(): void {
    const { firstPause, longestPause } = this.#followed;
    this.#retryAt = performance.now() + backoff(++this.#setbacks, this.#random(), firstPause, longestPause);
  }
}

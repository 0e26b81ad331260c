import { backoff } from '@sonde/shared/net/retry-wait.ts';
import type { Try } from './simulated-agent.ts';

/** Seconds that the collector may wait for a change. */
const longestWait = 25;
/** Of the waits after failures, in milliseconds, as those of the resolver plugin. */
const firstWait = 4_000;
const longestPause = 30_000;

/** A simulated resolver waits at the collector for changes to its policy, as a resolver plugin does. */
export class SimulatedResolver {
  readonly #urls: readonly string[];
  readonly #key: string;
  readonly #random: () => number;
  readonly #observe: (each: Try) => void;
  readonly #stopping = new AbortController();
  #held: { version: number; entityTag: string } | undefined;
  /** Which of the collectors it asks. */
  #collector = 0;
  #failures = 0;
  #retryAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;

  constructor(options: {
    urls: readonly string[];
    key: string;
    random: () => number;
    observe: (each: Try) => void;
  }) {
    this.#urls = options.urls;
    this.#key = options.key;
    this.#random = options.random;
    this.#observe = options.observe;
  }

  /** The version of the policy that it holds; 0 before the first. */
  get version(): number {
    return this.#held?.version ?? 0;
  }

  /** Asks once; nothing while it is at it, or before the time to try again. */
  async ask(): Promise<void> {
    if (this.#isAsking || performance.now() < this.#retryAt) return;
    this.#isAsking = true;
    const begunAt = performance.now();
    const tell = (outcome: Try['outcome'], why: string): void =>
      this.#observe({ from: 'resolver', begunAt, milliseconds: performance.now() - begunAt, outcome, why });
    try {
      const held = this.#held;
      const query = held === undefined ? '' : `?since=${held.version}&wait=${longestWait}`;
      const response = await fetch(`${this.#urls[this.#collector]!}/api/v1/unbound/policy${query}`, {
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(held === undefined ? {} : { 'if-none-match': held.entityTag }),
        },
        signal: this.#stopping.signal,
      });
      const text = await response.text();
      if (response.status === 200) {
        const { version } = JSON.parse(text) as { version: number };
        this.#held = { version, entityTag: response.headers.get('etag') ?? '' };
      } else if (response.status !== 304) throw new Error(String(response.status));
      this.#failures = 0;
      tell('accepted', '');
    } catch (error) {
      this.#collector = (this.#collector + 1) % this.#urls.length;
      this.#retryAt = performance.now() + backoff(++this.#failures, this.#random(), firstWait, longestPause);
      if (!this.#stopping.signal.aborted) tell('failed', error instanceof Error ? error.message : '');
    }
    this.#isAsking = false;
  }

  stop(): void {
    this.#stopping.abort();
  }
}

import { retryWait } from '@sonde/shared/net/retry-wait.ts';
import type { Outcome } from './collector-client.ts';
import type { CollectorCondition, CollectorState } from './messages.ts';

type Entry = { -readonly [Key in keyof CollectorState]: CollectorState[Key] } & { failures: number };

/**
 * A collector list holds the collectors in order of preference, and when each may be tried again. The first that may be
 * tried is used, so that shipping goes over to the next while one fails and comes back by itself.
 */
export class CollectorList {
  readonly #random: () => number;
  #entries: Entry[] = [];

  constructor(urls: readonly string[], random: () => number) {
    this.#random = random;
    this.replace(urls);
  }

  get states(): CollectorState[] {
    return this.#entries.map(({ failures: _, ...state }) => ({ ...state }));
  }

  /** Takes another list; what is known of a collector that stays is kept, but it may be tried at once. */
  replace(urls: readonly string[]): void {
    this.#entries = urls.map((url) => {
      const known = this.#entries.find((entry) => entry.url === url);
      return { ...(known ?? untried(url)), retryAt: undefined, failures: 0 };
    });
  }

  /** Lets those that could not be reached be tried without waiting; those that asked for a pause keep it. */
  tryAtOnce(): void {
    for (const entry of this.#entries) {
      if (entry.condition !== 'unreachable') continue;
      entry.retryAt = undefined;
      entry.failures = 0;
    }
  }

  /** Chooses the collector to use now, or how long none may be tried, in milliseconds. */
  choose(now: number): { readonly url: string } | { readonly wait: number } {
    let wait = Number.POSITIVE_INFINITY;
    for (const { url, retryAt } of this.#entries) {
      if (retryAt === undefined || retryAt <= now) return { url };
      wait = Math.min(wait, retryAt - now);
    }
    return { wait };
  }

  /** Notes how an attempt ended, and when the collector may be tried again. */
  note(url: string, outcome: Outcome, now: number): void {
    const entry = this.#entries.find((candidate) => candidate.url === url);
    if (entry === undefined) return;
    if (outcome.kind === 'accepted' || outcome.kind === 'refused') {
      entry.condition = 'ready';
      entry.failures = 0;
      entry.retryAt = undefined;
      if (outcome.kind === 'accepted') entry.lastSuccessAt = now;
      else entry.lastError = outcome.message;
      return;
    }
    entry.failures++;
    entry.condition = conditions[outcome.kind];
    entry.lastError = outcome.message;
    entry.retryAt = now + retryWait(outcome, entry.failures, this.#random());
  }

  noteClock(url: string, ahead: number): void {
    const entry = this.#entries.find((candidate) => candidate.url === url);
    if (entry !== undefined) entry.clockAhead = ahead;
  }
}

const conditions: Record<'unauthorized' | 'busy' | 'not_a_collector' | 'failed', CollectorCondition> = {
  unauthorized: 'unauthorized',
  busy: 'busy',
  not_a_collector: 'not_a_collector',
  failed: 'unreachable',
};

function untried(url: string): Entry {
  return {
    url,
    condition: 'untried',
    retryAt: undefined,
    lastSuccessAt: undefined,
    lastError: undefined,
    clockAhead: undefined,
    failures: 0,
  };
}

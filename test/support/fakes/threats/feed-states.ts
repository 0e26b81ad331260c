import type { FeedState, FeedStateStore } from '../../../../collector/ports/threats/feeds.ts';

/** States of feeds in memory. */
export class FakeFeedStates implements FeedStateStore {
  readonly #states = new Map<string, FeedState>();

  async load(feed: string): Promise<FeedState | undefined> {
    return this.#states.get(feed);
  }

  async save(state: FeedState): Promise<void> {
    this.#states.set(state.feed, state);
  }

  async askNow(state: FeedState): Promise<void> {
    const known = this.#states.get(state.feed) ?? state;
    this.#states.set(state.feed, { ...known, nextAttemptAt: state.nextAttemptAt });
  }

  async all(): Promise<FeedState[]> {
    return [...this.#states.values()];
  }
}

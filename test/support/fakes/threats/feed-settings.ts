import type { FeedChange, FeedSettingsStore } from '../../../../collector/ports/threats/feed-settings.ts';

/** What administrators change about feeds, in memory. */
export class FakeFeedSettings implements FeedSettingsStore {
  readonly #changes = new Map<string, FeedChange>();
  readonly sealed = new Map<string, string>();

  async changes() {
    return new Map(this.#changes);
  }

  async change(feed: string, change: FeedChange) {
    if (Object.values(change).every((part) => part === null)) this.#changes.delete(feed);
    else this.#changes.set(feed, change);
  }

  async keys() {
    return new Map(this.sealed);
  }

  async setKey(setting: string, sealed: string) {
    this.sealed.set(setting, sealed);
  }

  async removeKey(setting: string) {
    return this.sealed.delete(setting);
  }
}

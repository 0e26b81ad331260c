import type { Feed } from '../../../../ports/threats/feed.ts';
import type { FeedChange, FeedSettingsStore } from '../../../../ports/threats/feed-settings.ts';
import { chooseFeeds, type FeedChoice } from './choose-feeds.ts';

export const noChange: FeedChange = { enabled: null, weight: null, severity: null, threatType: null };

/**
 * A publisher's key comes from the collector's settings (`setting`), from the API (`stored`), or from the API but
 * sealed with another secret (`unreadable`).
 */
export type KeyOrigin = 'setting' | 'stored' | 'unreadable';

interface Given {
  /** The choice of the settings: a feed begins with it. */
  readonly choice: FeedChoice;
  /** Keys of the settings, which go before stored ones. */
  readonly keys: Readonly<Record<string, string | undefined>>;
}

export interface FollowFeedsPorts {
  readonly feedSettings: Pick<FeedSettingsStore, 'changes' | 'keys'>;
  readonly secrets: { open(name: string, sealed: string): string | undefined };
}

/**
 * The feeds in force are the enabled feeds with their keys and judgements: the settings, and what administrators
 * changed since.
 */
export class FeedsInForce {
  readonly all: readonly Feed[];
  readonly #chosen: ReadonlySet<string>;
  readonly #given: Given;
  #changes: ReadonlyMap<string, FeedChange> = new Map();
  #isKnown = false;
  #stored: ReadonlyMap<string, string | undefined> = new Map();

  constructor(feeds: readonly Feed[], given: Given) {
    this.all = feeds;
    this.#given = given;
    this.#chosen = new Set(chooseFeeds(feeds, given.choice).enabled.map(({ id }) => id));
  }

  /** Takes over what was changed, on whichever collector. */
  async refresh({ feedSettings, secrets }: FollowFeedsPorts): Promise<void> {
    const [changes, keys] = await Promise.all([feedSettings.changes(), feedSettings.keys()]);
    this.#changes = changes;
    this.#isKnown = true;
    this.#stored = new Map([...keys].map(([setting, sealed]) => [setting, secrets.open(setting, sealed)]));
  }

  /** Tells whether the store has been asked what was changed. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  get enabled(): readonly Feed[] {
    return this.all
      .filter(({ id }) => this.isEnabled(id))
      .map((feed) => ({ ...feed, weight: this.changeOf(feed.id).weight ?? feed.weight }));
  }

  isEnabled(id: string): boolean {
    return this.changeOf(id).enabled ?? this.#chosen.has(id);
  }

  find(id: string): Feed | undefined {
    return this.all.find((feed) => feed.id === id);
  }

  readonly changeOf = (id: string): FeedChange => this.#changes.get(id) ?? noChange;

  readonly key = (setting: string): string | undefined =>
    this.#given.keys[setting] ?? this.#stored.get(setting);

  keyOrigin(setting: string): KeyOrigin | undefined {
    if (this.#given.keys[setting] !== undefined) return 'setting';
    if (!this.#stored.has(setting)) return undefined;
    return this.#stored.get(setting) === undefined ? 'unreadable' : 'stored';
  }
}

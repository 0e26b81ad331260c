import type { Meter } from '../../../../ports/system/metrics.ts';
import type { Feed } from '../../../../ports/threats/feed.ts';
import type { FeedState, FeedStateStore } from '../../../../ports/threats/feeds.ts';

/** A look's result says how it ended. `refused`: what came is not to be trusted, and the set from before is kept. */
export type LookResult = 'taken' | 'unchanged' | 'refused' | 'needs_key' | 'failed';

interface FeedFiguresPorts {
  readonly feedsInForce: { readonly enabled: readonly Feed[] };
  readonly states: Pick<FeedStateStore, 'all'>;
  readonly meter: Meter;
}

type Figure = readonly [name: string, help: string, value: (state: FeedState) => number];

const figures: readonly Figure[] = [
  ['sonde_feed_entries', 'Indicators that a feed has in force.', ({ indicatorCount }) => indicatorCount],
  [
    'sonde_feed_answered_seconds',
    'When a feed last gave a good answer, in seconds since 1970; 0 if it never did.',
    ({ lastOkAt }) => (lastOkAt ?? 0) / 1_000,
  ],
  [
    'sonde_feed_renewed_seconds',
    "When a feed's set in force came, in seconds since 1970; 0 if there is none.",
    ({ fetchedAt }) => (fetchedAt ?? 0) / 1_000,
  ],
  [
    'sonde_feed_failures',
    'Looks at a feed that failed one after the other, up to the last one.',
    ({ consecutiveFailures }) => consecutiveFailures,
  ],
  [
    'sonde_feed_malformed_rows',
    "Rows of a feed's last set that could not be read.",
    ({ malformedRows }) => malformedRows,
  ],
  [
    'sonde_feed_subtracted_rows',
    "Rows of a feed's last set that were left out, since they name what is known to be good.",
    ({ subtractedRows }) => subtractedRows,
  ],
];

/**
 * The figures of feeds tell for each enabled feed what it holds, how fresh it is and what it fails at. States are those of the database, so
 * that all collectors on it tell the same; looks are told by the collector that made them.
 */
export class FeedFigures {
  readonly #ports: FeedFiguresPorts;
  readonly tellLook: (feed: string, result: LookResult) => void;
  /** A counter that appears with its first failure shows no increase. */
  readonly #begin: (feed: string) => void;
  #states: readonly FeedState[] = [];

  constructor(ports: FeedFiguresPorts) {
    this.#ports = ports;
    const looks = ports.meter.counter('sonde_feed_looks_total', 'Looks at feeds, by how they ended.', [
      'feed',
      'result',
    ]);
    this.tellLook = (feed, result) => looks.add(1, { feed, result });
    this.#begin = (feed) => {
      for (const result of ['refused', 'failed'] as const) looks.add(0, { feed, result });
    };
    for (const [name, help, value] of figures)
      ports.meter.gaugeBy(name, help, ['feed'], () =>
        this.#states.map((state) => ({ labels: { feed: state.feed }, value: value(state) })),
      );
  }

  /** Reads the states anew. Throws a StoreError. */
  async look(): Promise<void> {
    const enabled = new Set(this.#ports.feedsInForce.enabled.map(({ id }) => id));
    this.#states = (await this.#ports.states.all()).filter(({ feed }) => enabled.has(feed));
    for (const { feed } of this.#states) this.#begin(feed);
  }
}

import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DomainScanHistory } from '../../../ports/scans/domain-scans.ts';
import type { TrackedDomainCounts, TrackedDomainStore } from '../../../ports/scans/tracked-domains.ts';
import type { PlatformStatistics } from '../../../ports/system/platform-statistics.ts';
import type { Feed } from '../../../ports/threats/feed.ts';
import type { FeedStateStore } from '../../../ports/threats/feeds.ts';
import type { CertificateLogStore, LogTotals } from '../../../ports/transparency/certificate-logs.ts';

const dayMilliseconds = 86_400_000;
/** Milliseconds for which counts are told again: they count through whole tables, and everybody may ask. */
const toldFor = 5_000;

export interface PlatformNumbersPorts {
  readonly trackedDomains: Pick<TrackedDomainStore, 'counts'>;
  readonly domainScans: Pick<DomainScanHistory, 'countSince'>;
  readonly certificateLogs: Pick<CertificateLogStore, 'totals'>;
  readonly feedStates: Pick<FeedStateStore, 'all'>;
  readonly feedsInForce: { readonly enabled: readonly Pick<Feed, 'id'>[] };
  readonly clock: Clock;
}

export interface LiveNumbers {
  readonly domains: TrackedDomainCounts;
  readonly scansToday: number;
  readonly activeFeeds: number;
  readonly logs: LogTotals;
  readonly at: Date;
}

/** Platform numbers are counted at most every few seconds however many ask. */
export class PlatformNumbers {
  readonly #ports: PlatformNumbersPorts;
  #last: { at: number; numbers: Promise<LiveNumbers> } | undefined;

  constructor(ports: PlatformNumbersPorts) {
    this.#ports = ports;
  }

  /** Rejects with a StoreError; the next who asks has it counted again. */
  live(): Promise<LiveNumbers> {
    const now = this.#ports.clock.now();
    if (this.#last !== undefined && now - this.#last.at < toldFor && now >= this.#last.at)
      return this.#last.numbers;
    const counted = { at: now, numbers: this.#count(now) };
    this.#last = counted;
    counted.numbers.catch(() => {
      if (this.#last === counted) this.#last = undefined;
    });
    return counted.numbers;
  }

  /** Gives the numbers as the event `stats_update` tells them. */
  async statistics(): Promise<PlatformStatistics> {
    const { domains, scansToday, logs } = await this.live();
    return {
      total_domains: domains.domains,
      total_scans_today: scansToday,
      active_monitors: domains.monitored,
      ct_logs_today: logs.followed === 0 ? null : logs.entriesToday,
    };
  }

  async #count(now: number): Promise<LiveNumbers> {
    const { trackedDomains, domainScans, feedStates, feedsInForce, certificateLogs } = this.#ports;
    const midnight = new Date(Math.floor(now / dayMilliseconds) * dayMilliseconds);
    const [domains, scansToday, states, logs] = await Promise.all([
      trackedDomains.counts(),
      domainScans.countSince(midnight),
      feedStates.all(),
      certificateLogs.totals(),
    ]);
    const enabled = new Set(feedsInForce.enabled.map(({ id }) => id));
    const active = states.filter(({ feed, status }) => enabled.has(feed) && status === 'active');
    return { domains, scansToday, activeFeeds: active.length, logs, at: new Date(now) };
  }
}

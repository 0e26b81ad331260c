import type { ExaminedBatch, Threat } from '../threats/threats.ts';
import type { NewDomainEvent } from './domain-events.ts';

/** A watched set is one record set of a watched domain, as far as it is known. */
export interface WatchedSet {
  /** In the form in which equal meaning is equal text, sorted; null before the first answer. */
  readonly values: readonly string[] | null;
  /** Milliseconds since 1970: when it is asked for next. */
  readonly dueAt: number;
  /** Other values that were seen and not told yet: how often, since when, and whether two servers agreed. */
  readonly pending?: {
    readonly values: readonly string[];
    readonly since: number;
    readonly looks: number;
    readonly agreed: boolean;
  };
  /** When it was told of or came back, of late: a set that does so again and again is held back. */
  readonly turns?: readonly number[];
}

/** Watched sets are record sets by their key, as `MX` and `_dmarc TXT`. */
export type WatchedSets = Readonly<Record<string, WatchedSet>>;

export interface WatchedDomain {
  readonly domain: string;
  /** The account whose turn the questions count as, of the accounts that watch it; 0 if nobody knows. */
  readonly accountId: number;
  /** Counts what was settled, so that of two who looked one alone is believed. */
  readonly version: number;
  readonly sets: WatchedSets;
}

/** A watch look holds the result of one look at a domain. */
export interface WatchLook {
  readonly domain: string;
  readonly version: number;
  readonly sets: WatchedSets;
  readonly dueAt: Date;
  readonly events: readonly NewDomainEvent[];
  /** The batch that is reported of it, under an id of its own. */
  readonly batch?: ExaminedBatch | undefined;
}

export interface WatchSchedule {
  readonly watched: number;
  readonly overdue: number;
  /** Seconds by which the one that waits longest is late. */
  readonly latestSeconds: number;
}

/** The store keeps domains whose records are asked for again and again. All methods throw a StoreError. */
export interface DomainWatchStore {
  /**
   * Watches monitored domains, those that locations list, and no others. New ones are due one after the other, so many a second: a list that is
   * handed in at once is no burst.
   */
  follow(
    listed: readonly { readonly domain: string; readonly locationId: number }[],
    perSecond: number,
  ): Promise<void>;
  /** Takes domains that are due, one of each account in turn, the latest first: nobody else gets them before the lease ends. */
  claimDue(limit: number, leaseSeconds: number): Promise<WatchedDomain[]>;
  /** Keeps what was seen, its events and what it reports, in one transaction. Which domains' looks were believed; what that opened. */
  settle(looks: readonly WatchLook[]): Promise<{ domains: ReadonlySet<string>; opened: Threat[] }>;
  /** Has a domain looked at at once, if it is watched; whether it is. */
  hasten(domain: string): Promise<boolean>;
  schedule(): Promise<WatchSchedule>;
}

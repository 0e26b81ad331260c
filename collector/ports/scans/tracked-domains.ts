import type { DomainScan, ScannedParts, ScanSummary } from '@sonde/scanner/ports/domain-scan.ts';
import type { Page } from '../system/page.ts';

/**
 * The store keeps the latest of every domain that was scanned, and which are scanned again by themselves. All methods
 * throw a StoreError.
 */
export interface TrackedDomainStore {
  /**
   * Takes scans into the latest state: a part replaces the earlier one of the same check, and other parts stay. Answers
   * with what each domain's parts were before, so that of two that look at once each change is seen by exactly one.
   * Of a domain that stands in `scans` twice, the last counts. Monitored ones are due again in `dueSeconds`.
   */
  record(scans: readonly RecordedScan[], dueSeconds: number): Promise<ReadonlyMap<string, ScannedParts>>;
  find(domain: string): Promise<TrackedDomain | undefined>;
  /**
   * Finds the known domains of a list, in one question, with their parts of these checks alone. Parts of checks that are not in `results`
   * come without their result, which is most of them: null.
   */
  findAll(
    domains: readonly string[],
    checks: readonly string[],
    results?: readonly string[],
  ): Promise<TrackedDomain[]>;
  /** By name. */
  list(page: Page): Promise<{ count: number; domains: TrackedDomainEntry[] }>;
  /** Names that contain a text: the name itself first, then those that begin with it, then the others, each by name. */
  search(text: string, limit: number): Promise<{ count: number; domains: TrackedDomainEntry[] }>;
  /** Domains whose certificate ends before a time, those that end first before the others. */
  certificatesEndingBefore(time: Date, limit: number): Promise<TrackedDomainEntry[]>;
  counts(): Promise<TrackedDomainCounts>;
  /** Takes domains that are due to be looked at again, one of each account in turn: nobody else gets them until the lease is over. */
  claimDue(limit: number, leaseSeconds: number): Promise<string[]>;
  /** Forgets domains that were not scanned since; returns how many. */
  forgetBefore(time: Date): Promise<number>;
}

export interface RecordedScan {
  readonly scan: DomainScan;
  /** Seconds for which the domain is to be scanned again by itself; 0 leaves that as it is. */
  readonly monitorSeconds: number;
  /** The account that has it monitored. */
  readonly monitoredBy?: number | undefined;
}

/** A tracked domain's entry is the domain as lists show it. */
export interface TrackedDomainEntry {
  readonly domain: string;
  readonly firstScannedAt: Date;
  readonly lastScannedAt: Date;
  readonly monitored: boolean;
  readonly summary: ScanSummary;
}

export interface TrackedDomain extends TrackedDomainEntry {
  readonly parts: ScannedParts;
}

export interface TrackedDomainCounts {
  readonly domains: number;
  readonly dnssecEnabled: number;
  readonly certificates: number;
  readonly validCertificates: number;
  /** Domains with a record of SPF or DMARC. */
  readonly emailRecords: number;
  readonly monitored: number;
}

import type { DomainScan, ScannedParts, ScanSummary, ScanTrigger } from '@sonde/scanner/ports/domain-scan.ts';

/**
 * The history keeps the scans that were made, as they were made: facts that only grow. All methods throw a StoreError.
 */
export interface DomainScanHistory {
  /** Stores scans. The same scans with the same token are stored once. */
  append(scans: readonly DomainScan[], token: string): Promise<void>;
  /** A domain's scans, newest first, without their parts, and how many there are. */
  list(domain: string, limit: number): Promise<{ count: number; scans: ScanHistoryEntry[] }>;
  /** A domain's scans with their parts, newest first, of a time. */
  parts(domain: string, range: { from: Date; to: Date; limit: number }): Promise<StoredScan[]>;
  /** Scans by their ids; those that are not there are left out. */
  byId(scans: readonly { id: string; domain: string }[]): Promise<StoredScan[]>;
  /** Scans that were made since. */
  countSince(since: Date): Promise<number>;
}

export interface ScanHistoryEntry {
  readonly id: string;
  readonly at: Date;
  readonly milliseconds: number;
  readonly trigger: ScanTrigger;
  readonly checks: readonly string[];
  readonly summary: ScanSummary;
  /** Findings by their status, over all parts. */
  readonly failures: number;
  readonly warnings: number;
}

export interface StoredScan {
  readonly id: string;
  readonly domain: string;
  readonly at: Date;
  readonly parts: ScannedParts;
}

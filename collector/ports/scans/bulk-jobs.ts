import type { ScanSummary } from '@sonde/scanner/ports/domain-scan.ts';
import type { Page } from '../system/page.ts';

/**
 * Bulk jobs are many domains and addresses to be scanned, one after the other, by whichever collector has time. All methods throw a
 * StoreError.
 */
export interface BulkJobStore {
  /** Takes a job in; undefined if the account has as many unfinished ones as it may. */
  submit(job: NewBulkJob, mostUnfinished: number): Promise<BulkJob | undefined>;
  find(accountId: number, jobId: string): Promise<BulkJob | undefined>;
  /** Newest first. */
  list(accountId: number, page: Page): Promise<{ count: number; jobs: BulkJob[] }>;
  /** Ends a job before its end: what has not begun never will. False if it had ended, or is nobody's or another's. */
  cancel(accountId: number, jobId: string): Promise<boolean>;
  /** In the order in which they were submitted, those that are done. */
  results(jobId: string, page: Page & { status?: BulkItemStatus }): Promise<BulkItem[]>;
  /**
   * Takes domains that wait to be scanned, of the jobs that began first, in turn: for as long as the lease lasts nobody
   * else gets them. What was taken and not finished in time can be taken again.
   */
  claim(holder: string, limit: number, leaseSeconds: number): Promise<BulkTask[]>;
  /** Sets down how tasks ended. A task that another holder has taken meanwhile is left to it. */
  finish(holder: string, outcomes: readonly BulkOutcome[]): Promise<void>;
  /** Prolongs what a holder has. */
  extend(holder: string, leaseSeconds: number): Promise<void>;
  /** Gives back what a holder has not finished. */
  release(holder: string): Promise<void>;
  forgetBefore(time: Date): Promise<number>;
}

/** Bulk options choose the checks of a job's scans, as in a request for one scan. */
export interface BulkScanOptions {
  readonly checkSsl: boolean;
  readonly advanced: boolean;
}

export interface NewBulkJob {
  readonly id: string;
  readonly accountId: number;
  readonly options: BulkScanOptions;
  /** In stored form, each once; addresses of IP are among them. */
  readonly domains: readonly string[];
}

export type BulkJobStatus = 'queued' | 'running' | 'completed' | 'cancelled';

export interface BulkJob {
  readonly id: string;
  readonly status: BulkJobStatus;
  readonly options: BulkScanOptions;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export type BulkItemStatus = 'completed' | 'failed';

export interface BulkItem {
  readonly position: number;
  readonly domain: string;
  readonly status: BulkItemStatus;
  /** The scan in the history; null if it failed. */
  readonly scan: ScanReference | null;
  /** One sentence, if it failed. */
  readonly error: string | null;
  readonly finishedAt: Date;
}

export interface BulkTask {
  readonly jobId: string;
  readonly position: number;
  readonly domain: string;
  readonly options: BulkScanOptions;
  /** The number of times that it was taken, this time included. */
  readonly attempt: number;
}

/** An address summary is a scan of an address in a line. */
export interface AddressSummary {
  readonly abuseConfidence: number;
  /** Null if no list answered. */
  readonly blacklistHits: number | null;
  readonly country: string | null;
  readonly asn: number | null;
  readonly hostname: string | null;
}

export interface ScanReference {
  readonly id: string;
  /** Null of an address. */
  readonly summary: ScanSummary | null;
  /** Of an address alone. */
  readonly address?: AddressSummary;
  readonly failures: number;
  readonly warnings: number;
}

export interface BulkOutcome extends Pick<BulkTask, 'jobId' | 'position'> {
  /** Null if it failed. */
  readonly scan: ScanReference | null;
  readonly error: string | null;
}

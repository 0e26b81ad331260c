import type { Page } from '../system/page.ts';

/**
 * Range jobs ask for names and listings of ranges over the network, a piece at a time. All methods throw a StoreError.
 */
export interface RangeJobStore {
  /** Takes a job in, in chunks; undefined if the account has as many unfinished ones as it may. */
  submit(job: NewRangeJob, mostUnfinished: number): Promise<RangeJob | undefined>;
  find(accountId: number, jobId: string): Promise<RangeJob | undefined>;
  /** Newest first. */
  list(accountId: number, page: Page): Promise<{ count: number; jobs: RangeJob[] }>;
  /** Cancels a job: chunks that have not begun never will. False if it had ended, or is nobody's or another's. */
  cancel(accountId: number, jobId: string): Promise<boolean>;
  /** Takes a chunk for as long as the lease lasts, of the job that was worked on the least. */
  claim(holder: string, leaseSeconds: number): Promise<RangeChunk | undefined>;
  /**
   * Sets down what was found behind `chunk.done` up to `done` of its addresses, and prolongs the lease. False if the chunk is the
   * holder's no more: then nothing is set down.
   */
  advance(
    holder: string,
    chunk: RangeChunk,
    done: number,
    found: readonly FoundAddress[],
    leaseSeconds: number,
  ): Promise<boolean>;
  /** Gives back what a holder has not finished. */
  release(holder: string): Promise<void>;
  /** Addresses of which something was found or could not be asked, in their order. */
  results(jobId: string, page: Page): Promise<{ count: number; results: FoundAddress[] }>;
  forgetBefore(time: Date): Promise<number>;
}

export interface NewRangeJob {
  readonly id: string;
  readonly accountId: number;
  readonly cidr: string;
  /** Whether lists in the DNS are asked besides names. */
  readonly lists: boolean;
  readonly chunks: readonly { readonly first: string; readonly size: number }[];
}

export interface RangeJob {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'completed' | 'cancelled';
  readonly cidr: string;
  readonly lists: boolean;
  readonly total: number;
  readonly looked: number;
  readonly named: number;
  readonly listed: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export interface RangeChunk {
  readonly jobId: string;
  readonly position: number;
  readonly first: string;
  readonly size: number;
  /** Addresses from its first on that are known already. */
  readonly done: number;
  readonly lists: boolean;
}

export interface FoundAddress {
  readonly ip: string;
  readonly names: readonly string[];
  /** Names that lead back. */
  readonly confirmed: readonly string[];
  readonly listedIn: readonly string[];
  /** Questions that could not be asked: `reverse_dns`, or a list. */
  readonly unknown: readonly string[];
}

import type { AddressScanAnswer } from '@sonde/shared/schemas/address-scan.ts';
import type { AddressScore } from './address-scans.ts';

/**
 * Heard facts are what the latest full scan of an address heard over the network: scores are made anew without asking
 * again.
 */
export interface HeardOfAddress {
  readonly ip: string;
  readonly at: Date;
  readonly reputation: Pick<AddressScanAnswer['reputation'], 'blacklists' | 'evidence'>;
}

/** The store keeps scores of addresses, scanned or not. All methods throw a StoreError. */
export interface AddressScoreStore {
  /** Addresses behind `after` in their order that have a score, a report, or were seen since, so many at most. */
  candidates(after: string | null, since: Date, limit: number): Promise<string[]>;
  heardOf(ips: readonly string[]): Promise<HeardOfAddress[]>;
  /**
   * Takes over scores that differ from those that are kept. An address without one gets one only if it is `least` or more; when
   * it was seen last never goes back, and what scans alone know stays.
   */
  rescore(scores: readonly AddressScore[], least: number): Promise<number>;
}

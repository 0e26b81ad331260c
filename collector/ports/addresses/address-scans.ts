import type { AddressScanAnswer } from '@sonde/shared/schemas/address-scan.ts';

/** A scan's scope states how much the scan looked at. */
export type AddressScope = 'basic' | 'full';

export interface StoredAddressScan {
  readonly id: string;
  readonly at: Date;
  readonly scope: AddressScope;
  readonly answer: AddressScanAnswer;
  /**
   * Facts that are no longer as the scan before told them: `origin`, `prefix`, `rpki`, `country`, `ptr`, `flags`,
   * `blacklists`.
   */
  readonly changed: readonly string[];
}

/** An address score states how bad an address is, by the latest look at it. */
export interface AddressScore {
  readonly ip: string;
  readonly abuseConfidence: number;
  readonly totalReports: number;
  /** Null if no list said. A later scan that asks none leaves what is known. */
  readonly blacklistHits: number | null;
  /** Null if nobody could tell. */
  readonly hasPtr: boolean | null;
  readonly country: string | null;
  readonly asn: number | null;
  /** When anything last spoke of it, or it was looked at. */
  readonly lastSeen: Date;
}

/** The store keeps scans of addresses, the latest and those before. All methods throw a StoreError. */
export interface AddressScanStore {
  latest(ip: string): Promise<StoredAddressScan | undefined>;
  /** Newest first. */
  list(ip: string, limit: number): Promise<StoredAddressScan[]>;
  /** Finds scans by their ids; those that are forgotten are absent. */
  byId(scans: readonly { id: string; ip: string }[]): Promise<StoredAddressScan[]>;
  append(scan: StoredAddressScan, score: AddressScore): Promise<void>;
  /** Scans that are kept, and addresses that were looked at. */
  count(): Promise<{ scans: number; addresses: number }>;
  /** The worst first. */
  highRisk(filter: {
    minConfidence: number;
    limit: number;
  }): Promise<{ total: number; scores: AddressScore[] }>;
  /** Lists the scores of addresses from the first to the last, both included. */
  scoresBetween(first: string, last: string, limit: number): Promise<AddressScore[]>;
  forgetBefore(date: Date): Promise<number>;
}

import type { Severity } from '@sonde/shared/schemas/severity.ts';

/**
 * An address sighting states what detection of this installation saw an address take part in, at whichever location.
 */
export interface AddressSighting {
  readonly ip: string;
  /** The type of the threats. */
  readonly type: string;
  /** The feed that a hit was of, or `detection`. */
  readonly source: string;
  readonly severity: Severity;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

/** The store keeps sightings of addresses, which are taken down with the threats. All methods throw a StoreError. */
export interface AddressSightingStore {
  of(ips: readonly string[]): Promise<AddressSighting[]>;
  between(first: string, last: string, limit: number): Promise<AddressSighting[]>;
  forgetBefore(date: Date): Promise<number>;
}

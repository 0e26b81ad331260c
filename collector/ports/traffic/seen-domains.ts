import type { DomainFilter } from './domain-sightings.ts';

/** A domain source shows domains beside own traffic: certificates in followed logs, and zones of top-level domains. */
export type DomainSource = 'ct' | 'zone';

/** The days after a source's first domain within which its new ones may be old: certificates are renewed within 90. */
export const baselineDays: Readonly<Record<DomainSource, number>> = { ct: 90, zone: 0 };

export interface ShownDomain {
  readonly domain: string;
  readonly at: Date;
}

export interface NewDomain {
  readonly domain: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

export interface NewDomainQuestion extends DomainFilter {
  readonly source: DomainSource;
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
}

/** Registrable domains as sources showed them. All methods throw a StoreError. */
export interface SeenDomains {
  /** Adds domains; those that the source had not shown before are its new ones. Again is the same. */
  note(source: DomainSource, domains: readonly ShownDomain[]): Promise<void>;
  /** New ones, the latest first. */
  newOnes(question: NewDomainQuestion): Promise<NewDomain[]>;
  /** When the source showed which of these first; those that it never showed are left out. */
  firstSeen(source: DomainSource, domains: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** When the source showed anything first; undefined if it never did. */
  begin(source: DomainSource): Promise<Date | undefined>;
}

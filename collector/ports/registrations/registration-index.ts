export const contactKinds = ['email', 'organization', 'registrar', 'nameserver'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** A contact is something public that a domain was seen with, in its normal form. */
export interface Contact {
  readonly kind: ContactKind;
  readonly value: string;
  /** The contact's role for the domain: `registrant`, `registrar`, `soa`, `dmarc`, `nameserver`. */
  readonly role: string;
}

/** Domain facts state what is known of a domain's registration in short; null if nobody told. */
export interface DomainFacts {
  readonly domain: string;
  readonly registrarName: string | null;
  readonly registrarIanaId: number | null;
  readonly registrarAbuseEmail: string | null;
  readonly registeredAt: Date | null;
  readonly expiresAt: Date | null;
  readonly nameServers: readonly string[] | null;
  readonly countryCode: string | null;
  readonly secureDns: boolean | null;
}

export interface IndexedDomain extends DomainFacts {
  readonly contacts: readonly Contact[];
  /** The source: `scan`, or the name of an import. */
  readonly source: string;
  readonly seenAt: Date;
}

export interface ContactQuestion {
  readonly kind: ContactKind;
  /** In its normal form. */
  readonly value: string;
  readonly match: 'exact' | 'contains';
  readonly limit: number;
  readonly offset: number;
  /** Domains behind this one in the order of their names. */
  readonly after: string | undefined;
}

export interface ContactHit extends DomainFacts {
  /** The value that it was found by. */
  readonly matchedOn: string;
  readonly role: string;
  readonly source: string;
  readonly seenAt: Date;
}

export interface FoundDomains {
  /** All that match; of `contains` no more than ten thousand are counted. */
  readonly count: number;
  readonly hits: readonly ContactHit[];
  readonly lastSeen: Date | null;
}

/** The registration index finds domains by what they were publicly seen with. All methods throw a StoreError. */
export interface RegistrationIndex {
  /** Contacts that were erased are left out. */
  record(domains: readonly IndexedDomain[]): Promise<void>;
  find(question: ContactQuestion): Promise<FoundDomains>;
  /** Forgets a value for good; how many domains had it. */
  erase(kind: ContactKind, value: string): Promise<number>;
  forgetBefore(date: Date): Promise<number>;
}

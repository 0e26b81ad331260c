/** A fingerprint sighting is a TLS client's fingerprint as an account saw it come from an address. */
export interface FingerprintSighting {
  readonly accountId: number;
  /** The address as text, IPv4 or IPv6 as RFC 5952 writes it. */
  readonly sourceAddress: string;
  /** JA4, as its specification writes it: `t13d1516h2_8daaf6152771_b186095e22b6`. */
  readonly ja4: string;
  readonly at: Date;
}

/** A fingerprint record states what is known of the pair of fingerprint and address, this sighting included. */
export interface FingerprintRecord {
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly timesSeen: number;
  /** Addresses that the account saw this fingerprint come from. */
  readonly addresses: number;
  /** Fingerprints that the account saw come from this address: more than one software, or one that changes its face. */
  readonly fingerprintsOfAddress: number;
}

export interface ClientFingerprintStore {
  record(sighting: FingerprintSighting): Promise<FingerprintRecord>;
  /** Keeps many sightings, each with how often it was made; of one pair there is but one. */
  recordMany(sightings: readonly (FingerprintSighting & { readonly times: number })[]): Promise<void>;
  /** Forgets pairs that were not seen since; returns how many those were. */
  forgetBefore(date: Date): Promise<number>;
}

/** A certificate state tells what the certificate of a connection is for the key that is sent on it. */
export type CertificateState = 'fits' | 'none' | 'unknown' | 'over' | 'other_key';

/** A client authority signs certificates of agents; the collectors of one database have it in common. */
export interface ClientAuthority {
  readonly id: number;
  /** PEM. */
  readonly certificate: string;
  /** The private key, sealed. */
  readonly sealedKey: string;
  /** It is trusted before it signs, so that all collectors know it by then. */
  readonly signsFrom: Date;
  readonly endsAt: Date;
  /** The end of the last certificate that it signed; null if it signed none. */
  readonly neededUntil: Date | null;
}

export type NewClientAuthority = Omit<ClientAuthority, 'id' | 'neededUntil'>;

/** The store keeps authorities for certificates of agents, and what they signed last. */
export interface ClientAuthorityStore {
  /** All that have not ended, oldest first. */
  authorities(now: Date): Promise<ClientAuthority[]>;
  /** Adds one, unless somebody added another after that which is newest for who adds (0 for none). */
  add(authority: NewClientAuthority, newestId: number, now: Date): Promise<boolean>;
  /** Notes a certificate before it is given away. */
  noteCertificate(certificate: {
    readonly authorityId: number;
    readonly keyId: number;
    readonly serial: string;
    readonly issuedAt: Date;
    readonly endsAt: Date;
  }): Promise<void>;
}
